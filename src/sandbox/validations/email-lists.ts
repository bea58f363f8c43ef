// Lists of domains and role names for email validation. The lists are short and contain only widely known entries.

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The domains of free mailbox providers. These domains accept mail. */
export const freeDomains = wordSet(`
  aol.com comcast.net duck.com fastmail.com free.fr gmail.com gmx.com gmx.de gmx.net
  googlemail.com hotmail.co.uk hotmail.com hotmail.fr hushmail.com icloud.com laposte.net
  libero.it live.co.uk live.com mac.com mail.com mail.ru me.com msn.com naver.com orange.fr
  outlook.com pm.me proton.me protonmail.com qq.com rediffmail.com rocketmail.com seznam.cz
  t-online.de tutanota.com verizon.net web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de
  yahoo.fr yandex.ru ymail.com zoho.com`);

/** The domains of disposable mailbox providers. These domains accept mail. */
export const disposableDomains = wordSet(`
  10minutemail.com dispostable.com fakeinbox.com getnada.com guerrillamail.com guerrillamail.net
  mailcatch.com maildrop.cc mailinator.com mailnesia.com mintemail.com mohmal.com mytemp.email
  sharklasers.com spam4.me temp-mail.org tempmail.com throwawaymail.com trashmail.com yopmail.com`);

/** The domains of disposable mailbox providers that accept mail for every name before the @. */
export const catchallDomains = wordSet(`
  dispostable.com maildrop.cc mailinator.com mailnesia.com yopmail.com`);

/** The example domains from RFC 2606. These domains do not accept mail. */
export const exampleDomains = wordSet(`
  example.com example.net example.org`);

/**
 * Top-level domains that do not accept mail. RFC 2606, 6761, 6762, 7686, 8375, 9476 and other standards reserve some of
 * these domains. The other domains are misspellings of `com` that are not valid top-level domains.
 */
export const undeliverableTopLevelDomains = wordSet(`
  alt arpa cmo comm con example internal invalid local localhost ocm onion test vom xom`);

/** The names before the @ that indicate a role, such as `sales`, rather than a person. */
export const roleNames = wordSet(`
  abuse accounting accounts admin administrator billing careers contact customerservice
  do-not-reply donotreply enquiries feedback finance hello help helpdesk hostmaster hr info inquiries
  jobs legal mail mailer-daemon marketing media newsletter no-reply noreply office orders
  postmaster press privacy reception root sales security service shop support sysadmin team
  webmaster`);

/** Domains that are so common that a similar domain is probably a typo. */
export const popularDomains: readonly string[] = [
  ...wordSet(`
  gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com comcast.net
  protonmail.com proton.me yahoo.co.uk hotmail.co.uk googlemail.com verizon.net gmx.com gmx.de
  web.de`),
];

/** Common misspellings of the `com` top-level domain. */
export const typosOfCom = wordSet('cmo comm con ocm vom xom');
