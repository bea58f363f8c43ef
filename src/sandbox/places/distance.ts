// Calculates distances on the globe.

/** The distance in meters between two parallels of latitude that are one degree apart. */
export const metersPerDegree = 111_195;

/**
 * Returns the distance in meters between two points, whose coordinates are in degrees. The haversine formula treats the
 * Earth as a sphere.
 */
export function greatCircle(east1: number, north1: number, east2: number, north2: number): number {
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(north2 - north1) +
    Math.cos(north1 * radians) * Math.cos(north2 * radians) * half(east2 - east1);
  return (2 * Math.asin(Math.min(1, Math.sqrt(chord))) * metersPerDegree) / radians;
}
