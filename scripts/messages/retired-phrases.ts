/**
 * Wording that has left the screens, with what a message says instead: words of the code, and sentences that nobody
 * would write who has English as a first language. A phrase is retired in any letter case, as whole words.
 */
const retiredPhrases: Readonly<Record<string, string>> = {
  '(counted|decided|loaded|scored) anew': 'again',
  'asks? a list': 'looks up a value in a list',
  'asks? (it|lists|the list)': 'looks up values in',
  'at once': 'immediately',
  'be folded': 'pending updates',
  'behind (it|them)': 'its events',
  'cannot be worked out': 'not available',
  'decided otherwise': 'a different decision',
  'did not work': 'failed',
  'e-mail': 'email',
  'everybody|somebody|nobody': 'everyone, someone, no one',
  'exists? already': 'already exists',
  'faults?': 'error',
  'fit now': 'train now',
  'goes on by itself': 'continues automatically',
  'greyed|neighbours?|organisations?|favourites?': 'the American spelling',
  'has this in its': 'no results match your search',
  'in run order': 'in execution order',
  'is (no|not) known': 'unknown',
  'is kept, but': 'saved but',
  'is no json': 'is not valid JSON',
  'kept by the product': 'provided by Assay',
  'leaves? nothing over': 'no events match',
  'looked at': 'compared or checked',
  mailbox: 'email address',
  meanwhile: 'in the meantime',
  mend: 'fix',
  'of (yours|mine)': 'your own',
  '(is|are) refused': 'rejected',
  'shipped model': 'built-in model',
  'stays as it is': 'is not affected',
  'stop the fit': 'stop training',
  'takes? (it|them) off': 'remove it from',
  'take (it|them) out of': 'remove it from',
  'throw-away': 'disposable',
  'what is published': 'the published version',
  'without a name': 'unnamed',
}

const patterns = Object.entries(retiredPhrases).map(([phrase, instead]) => ({
  regex: new RegExp(String.raw`(?<![\w-])(?:${phrase})(?![\w-])`, 'i'),
  instead,
}))

/** Returns the retired phrase of a text and what to write instead; null for a text without one. */
export function findRetiredPhrase(text: string): { phrase: string; instead: string } | null {
  for (const { regex, instead } of patterns) {
    const [phrase] = regex.exec(text) ?? []
    if (phrase !== undefined) return { phrase, instead }
  }
  return null
}
