// The files of data/places.

/** Files the index is made of. */
export const bundledFiles = [
  'countries.tsv',
  'regions.tsv',
  'area-names.tsv',
  'areas.br',
  'settlements.br',
] as const;
