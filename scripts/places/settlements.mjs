// Selects the settlements in cities500.txt, formats them, and derives facts about their areas.

/** The positions of the columns in the GeoNames main table. */
export const column = {
  id: 0,
  name: 1,
  ascii: 2,
  alternates: 3,
  latitude: 4,
  longitude: 5,
  class: 6,
  code: 7,
  country: 8,
  admin1: 10,
  admin2: 11,
  population: 14,
  dem: 16,
  timezone: 17,
  modified: 18,
};

const fewestPeople = 5000;
const seats = new Set(['PPLC', 'PPLA', 'PPLA2']);

/**
 * True if a settlement has a population of 5,000 or more, or if it is the capital of a country or of a first-level or
 * second-level area.
 */
export function isKept(row) {
  return Number(row[column.population]) >= fewestPeople || seats.has(row[column.code]);
}

/** Facts about an area or country, derived from its settlements. */
export class AreaFacts {
  people = 0;
  modified = '';
  count = 0;
  #sum = [0, 0, 0];
  #largest;
  #rows = [];

  add(row) {
    const people = Number(row[column.population]);
    // The population of a city already includes the population of its sections.
    if (row[column.code] !== 'PPLX') this.people += people;
    if (row[column.modified] > this.modified) this.modified = row[column.modified];
    if (!(Number(this.#largest?.[column.population]) >= people)) this.#largest = row;
    this.count += 1;
    this.#rows.push(row);
    const point = vector(row);
    this.#sum = this.#sum.map((value, axis) => value + point[axis]);
  }

  get timezone() {
    return this.#largest[column.timezone];
  }

  /** Returns the center of the settlements on the sphere, as [latitude, longitude] with four decimals. */
  get middle() {
    const [x, y, z] = this.#sum;
    const degrees = 180 / Math.PI;
    return [Math.atan2(z, Math.hypot(x, y)) * degrees, Math.atan2(y, x) * degrees].map((value) =>
      Number(value.toFixed(4)),
    );
  }

  /** Returns the elevation (dem) of the settlement that is nearest to the center. */
  get dem() {
    const length = Math.hypot(...this.#sum);
    let nearest = this.#largest;
    let best = -2;
    for (const row of this.#rows) {
      const point = vector(row);
      const cosine = point.reduce((sum, value, axis) => sum + value * this.#sum[axis], 0) / length;
      if (cosine > best && row[column.dem] !== '') [best, nearest] = [cosine, row];
    }
    return nearest[column.dem] || '0';
  }
}

function vector(row) {
  const [north, east] = [column.latitude, column.longitude].map(
    (at) => (Number(row[at]) * Math.PI) / 180,
  );
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/**
 * Returns the rows as one text, column by column. In this order, the compressed text is 10% smaller than row by row. A
 * line feed separates values, and a form feed separates columns. Omits an ASCII name that waypost can derive from the
 * name.
 */
export function columnsOf(rows, toAscii) {
  const width = rows[0].length;
  const blocks = Array.from({ length: width }, (_, at) =>
    rows
      .map((row) => {
        if (at === column.id) return row[at];
        if (at === column.ascii && row[at] === toAscii(row[column.name])) return '';
        return row[at];
      })
      .join('\n'),
  );
  return blocks.join('\f');
}
