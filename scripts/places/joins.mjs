// Joins tables from different years. The codes of the settlements are from 2023. The codes in the regions package and
// in the table of area names are from other years. In some countries, the same code identifies different areas in
// different years.
import { column } from './settlements.mjs';

/** Reduces a name to lower-case letters and digits, to compare names. */
export const bare = (name) =>
  String(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The distance in degrees below which settlements with the same name in two sources are the same settlement. */
const near = 0.2;

/**
 * Finds the current name of each area code that the settlements use. Matches the settlements in the older and the newer
 * source by name and distance. The current name is the name of the newer code that most settlements with the older code
 * have.
 * @returns a function from a code such as `FR.11` or `FR.11.75` to a name, or undefined if there is none
 */
export function currentNames(rows, { admin1, admin2, cities }) {
  const names = new Map([...admin1, ...admin2].map(({ code, name }) => [code, name]));
  const byName = new Map();
  for (const city of cities) {
    const key = `${city.country}|${city.name}`;
    (byName.get(key) ?? byName.set(key, []).get(key)).push(city);
  }
  const votes = new Map();
  const vote = (from, to) => {
    const counts = votes.get(from) ?? votes.set(from, new Map()).get(from);
    counts.set(to, (counts.get(to) ?? 0) + 1);
  };
  for (const row of rows) {
    const country = row[column.country];
    const found = (byName.get(`${country}|${row[column.name]}`) ?? []).find(
      ({ lat, lng }) =>
        Math.abs(lat - row[column.latitude]) + Math.abs(lng - row[column.longitude]) < near,
    );
    if (!found) continue;
    const code = `${country}.${row[column.admin1]}`;
    vote(code, `${country}.${found.admin1}`);
    if (row[column.admin2] && found.admin2) {
      vote(`${code}.${row[column.admin2]}`, `${country}.${found.admin1}.${found.admin2}`);
    }
  }
  return (code) => {
    const [winner] = [...(votes.get(code) ?? [])].sort((a, b) => b[1] - a[1]);
    // If the two sources have no common settlement with this code, the function assumes that the code is unchanged.
    return names.get(winner ? winner[0] : code);
  };
}

/**
 * Finds the code that the settlements of a country use for each region.
 *
 * A region keeps its code from the regions package if the current name of the code is similar to the region's name. If
 * at least half of the country's regions pass this test, the other regions also keep their codes, except for regions
 * whose names occur in settlements only with other codes. A region without a code then gets an unused code with exactly
 * the region's name.
 * @param codes the codes of the country's settlements
 * @param named the codes of the settlements with a name: `TW|changhua` → Set of `04`
 * @returns a map from region to code
 */
export function joinRegions(country, regions, codes, named, currentName) {
  const called = new Map(
    [...codes].map((code) => [code, bare(currentName(`${country}.${code}`) ?? '')]),
  );
  const isCalledLike = (region, code) => {
    const known = called.get(code);
    return (
      known && regionNames(region).some((name) => name.includes(known) || known.includes(name))
    );
  };
  const settled = regions.filter(({ admin }) => codes.has(String(admin)));
  const agreeing = settled.filter((region) => isCalledLike(region, String(region.admin))).length;
  const isOneScheme = agreeing * 2 >= settled.length;
  const joined = new Map();
  const taken = new Set();
  for (const region of settled) {
    const code = String(region.admin);
    if (taken.has(code)) continue;
    const under = regionNames(region).flatMap((name) => named.get(`${country}|${name}`) ?? []);
    const contradicted = under.length > 0 && !under.some((set) => set.has(code));
    if (isCalledLike(region, code) || (isOneScheme && !contradicted)) {
      joined.set(region, code);
      taken.add(code);
    }
  }
  for (const region of regions) {
    if (joined.has(region)) continue;
    const code = [...codes].find(
      (each) => !taken.has(each) && regionNames(region).includes(called.get(each)),
    );
    if (code === undefined) continue;
    joined.set(region, code);
    taken.add(code);
  }
  return joined;
}

/** Returns the names of a region in the form that `bare` returns, with and without words such as "province". */
export function regionNames(region) {
  const all = [region.name, ...Object.values(region.names).flat()].map(String);
  const short = all.map((name) =>
    name.replace(/\b(province|region|district|county|city|municipality|of|state)\b/gi, ' '),
  );
  return [...new Set([...all, ...short].map(bare))].filter((name) => name.length > 2);
}
