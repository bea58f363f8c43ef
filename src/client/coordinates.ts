// Coordinates as the service takes them: WGS84 degrees in decimal notation.
import { rejected } from './reasons';

const limits = { longitude: 180, latitude: 90 } as const;

/** A longitude or latitude as it is sent. Throws `invalid_input` for what is not on the globe. */
export function degrees(kind: keyof typeof limits, text: string): string {
  const trimmed = text.trim();
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (Math.abs(value) <= limits[kind]) return decimal(value);
  const swapped = kind === 'latitude' && Math.abs(value) <= limits.longitude;
  throw rejected('coordinate', `${trimmed || 'An empty text'} is no ${kind} in decimal degrees.`, {
    kind,
    ...(swapped ? { swapped: 'yes' } : {}),
  });
}

/** A number without an exponent, which `String` gives the smallest ones. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
