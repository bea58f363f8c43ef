// Joins tables of different years. The settlements carry the codes of 2023; the regions package and the
// table of area names use codes of other years, and in some countries a code means another area by now.
import { column } from './settlements.mjs';

/** Letters only, for comparing names. */
export const bare = (name) =>
  String(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Settlements of the two sources are the same when they are this near, in degrees. */
const near = 0.2;

/**
 * What each area code of the settlements is called today, where most settlements of the code lie under
 * one code of the newer source: settlements are found there by name and distance.
 * @returns a function from `FR.11` or `FR.11.75` to a name, undefined when there is none
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
    // Without a settlement in both sources the code is taken to mean what it says.
    return names.get(winner ? winner[0] : code);
  };
}

/**
 * The settlements' code of each region of a country, by name and distance where the codes of the regions
 * package mean something else: a code stands for a region when it is called like it today, or when
 * settlements of its name lie under it; where most codes of a country are called like their regions, also
 * when nothing contradicts. A region without its own code takes one that is called exactly like it.
 * @param codes codes of the country's settlements
 * @param named codes of the settlements of a name: `TW|changhua` → Set of `04`
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

/** The names of a region in letters only, kind of area left out. */
export function regionNames(region) {
  const all = [region.name, ...Object.values(region.names).flat()].map(String);
  const short = all.map((name) =>
    name.replace(/\b(province|region|district|county|city|municipality|of|state)\b/gi, ' '),
  );
  return [...new Set([...all, ...short].map(bare))].filter((name) => name.length > 2);
}
