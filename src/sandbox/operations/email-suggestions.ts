// What a mistyped email address was probably meant to be.
import { editDistance } from './edit-distance';
import { endingTypos, freeDomains, popularDomains } from './email-lists';
import type { EmailParts } from './email-syntax';

/** Enough to choose from. */
const mostSuggestions = 3;

/**
 * Whole addresses with the domain corrected, likeliest first: popular domains one typing mistake away
 * (two in names of ten letters and more), else a mistyped ending put right. A domain that is known
 * itself is taken at its word.
 */
export function suggestionsFor({ local, domain }: EmailParts): string[] {
  if (freeDomains.has(domain) || domain.startsWith('[')) return [];
  const near = popularDomains
    .map((popular) => ({ popular, mistakes: editDistance(domain, popular, mistakesIn(popular)) }))
    .filter(({ popular, mistakes }) => mistakes <= mistakesIn(popular))
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ popular }) => popular);
  const domains = near.length > 0 ? near : withEndingRight(domain);
  return domains.slice(0, mostSuggestions).map((meant) => `${local}@${meant}`);
}

/** Short domains have many neighbours that are no mistake: `gmx.com` and `gm.com`. */
function mistakesIn(popular: string): number {
  if (popular.length < 8) return 0;
  return popular.length < 10 ? 1 : 2;
}

function withEndingRight(domain: string): string[] {
  const dot = domain.lastIndexOf('.');
  const ending = endingTypos.get(domain.slice(dot + 1));
  return ending === undefined ? [] : [`${domain.slice(0, dot)}.${ending}`];
}
