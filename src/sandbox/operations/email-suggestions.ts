// What a mistyped email address was probably meant to be.
import { editDistance } from './edit-distance';
import { endingTypos, freeDomains, popularDomains } from './email-lists';
import type { EmailParts } from './email-syntax';

/** Enough to choose from. */
const mostSuggestions = 3;

/**
 * Whole addresses with the domain corrected, likeliest first: a mistyped ending is put right, and popular
 * domains that are near enough take its place. A domain that is known itself is taken at its word.
 */
export function suggestionsFor({ local, domain }: EmailParts): string[] {
  if (freeDomains.has(domain) || domain.startsWith('[')) return [];
  const ended = withEndingRight(domain);
  const near = popularDomains
    .map((popular) => ({ popular, mistakes: editDistance(ended, popular, 2) }))
    .filter(({ popular, mistakes }) => mistakes <= mistakesIn(popular, ended))
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ popular }) => popular);
  const meant = near.length > 0 ? near : [ended].filter((one) => one !== domain);
  return meant.slice(0, mostSuggestions).map((one) => `${local}@${one}`);
}

/**
 * Short domains have many neighbours that are no mistake (`gmx.com`, `gm.com`); in long ones two mistakes
 * may be meant, if the first letter is right.
 */
function mistakesIn(popular: string, domain: string): number {
  if (popular.length < 8) return 0;
  return popular.length > 9 && popular[0] === domain[0] ? 2 : 1;
}

function withEndingRight(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const ending = endingTypos.get(domain.slice(dot + 1));
  return ending === undefined ? domain : `${domain.slice(0, dot)}.${ending}`;
}
