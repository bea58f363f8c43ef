// The files of data/places.

/** Files the index is made of. */
export const bundledFiles = ['countries.tsv', 'regions.tsv', 'areas.br', 'settlements.br'] as const;
