import type { Intent } from '../../../../contract/assistant/intents.ts'

/**
 * What makes a question one of an intent: `a b|c !d` needs the concept a, and b or c, and no d. The best pattern of an
 * intent is its score. Concepts are those of the lexicons; `id`, `email`, `num`, `scoreNum`, `bigNum`, `period`,
 * `twoPeriods`, `named`, `starts` (begins with a change), `conditions` and `page.…` come from the rest of the question.
 */
export type Pattern = readonly [weight: number, concepts: string]

const refusalPatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  'refuse-evasion': [
    [97, 'evade !howWorks'],
    [96.5, 'avoid rule|velocity|fraud|review|reject !falsePositive !chargeback'],
  ],
  'refuse-tenant': [[96, 'tenant']],
  'refuse-secret': [
    [94, 'secret'],
    [90, 'personal customer !linked'],
    [85, 'personal !draft !linked'],
  ],
  'refuse-legal': [[93, 'law']],
  'refuse-judgement': [[92, 'judge']],
}

const helpPatterns: readonly Pattern[] = [
  [98, 'howTo change secret'],
  [95, 'howTo topic'],
  [89, 'howTo'],
  [88.5, 'may change|export|create|find|filter !polite'],
  [87, 'docs !draft !id'],
  [88, 'where change|find|topic|log|list|rule|filter !id'],
  [83, 'where !id'],
  [90, 'howWorks !named !id !customer'],
  [84, 'define topic|velocity|function|list|queue|environment|rate|score|rule|clause|routing !named !this !id !period'],
  [79, 'may !id !customer !polite'],
  [81, 'access may|which change'],
  [87, 'explain routing|topic !named !this'],
  [74, 'explain velocity|function|queue !named !this'],
  [72, 'define !id !named'],
  [64, 'topic !id !named !period'],
]

const transactionPatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  'explain-transaction': [
    [91, 'why id'],
    [92, 'where score this|page.event'],
    [88, 'why page.event !rule !trend'],
    [87, 'why this reject|review|approve|challenge|decision !rule !period'],
    [86, 'why transaction|customer reject|review|approve|challenge|decision !compare !trend !rate !rule'],
    [86.5, 'which rule|clause id'],
    [86.4, 'which rule|clause decision this|transaction|page.event !named !unused !overlap'],
    [86.3, 'which rule|clause this page.event !named !unused !overlap'],
    [86.2, 'rule|clause id reject|review|approve|challenge|fire !starts'],
    [86, 'which rule|clause fire|reject|review|approve|challenge this|page.event !unused'],
    [83, 'explain id'],
    [84, 'explain decision|transaction !rule !clause !draft !rate !topic'],
    [82, 'explain this page.event'],
    [82, 'id score|decision|reject|review|approve|challenge !starts'],
    [78, 'score|decision page.event !starts'],
    [73, 'id !starts'],
    [71, 'why reject|approve|review|challenge !rule !compare !trend !period !rate'],
    [60, 'page.event explain|why'],
  ],
  'linked-transactions': [
    [90, 'linked id !note'],
    [89, 'linked page.event !rule'],
    [88.5, 'usedBefore'],
    [88, 'linked transaction|customer|this !rule !clause !compare'],
    [79, 'linked !rule !clause !compare'],
  ],
  'draft-filter': [
    [88, 'draft|create filter !clause !velocity'],
    [87, 'filter conditions|transaction !howTo'],
    [85.5, 'find transaction|customer|chargeback !rule !clause !queue !velocity !unused !id'],
    [84, 'show|overview transaction conditions'],
    [
      83,
      'show transaction|customer|chargeback reject|approve|review|challenge|email|period|conditions !rate !trend !compare !howMany !grain',
    ],
    [80, 'transaction|chargeback conditions !howMany !rate !velocity !rule !clause !per !cutoff !why'],
    [76, 'all transaction conditions|period|email'],
    [75, 'transaction email|ipMark !why !linked'],
    [72, 'which transaction !rule !clause !howMany !rate !trend !linked'],
    [66, 'filter !howTo'],
  ],
}

const rulePatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  'explain-rule': [
    [87.5, 'explain|summarise|howWorks rule|clause|routing named'],
    [87, 'whatDoes|which|define|why|when rule|clause|routing named'],
    [86, 'explain|summarise|whatDoes|when rule|clause this'],
    [85, 'explain rule|clause !id !page.event !which'],
    [83, 'when|which fire rule|clause this|named'],
    [82, 'define rule|clause named'],
    [80, 'explain|whatDoes|define this page.rules'],
    [79, 'rule|clause named fire|whatDoes|define'],
    [68, 'explain|when page.rules !transaction'],
    [62, 'rule|clause named !starts'],
  ],
  'unused-rules': [
    [92, 'unused rule|clause !id !starts'],
    [89, 'not fire rule|clause !why !named !this'],
    [86, 'unused page.rules !starts'],
    [78, 'unused !velocity !list !customer !starts'],
  ],
  'overlapping-rules': [
    [93, 'overlap rule|clause !id !starts'],
    [91, 'linked rule|clause !id'],
    [86, 'overlap page.rules|named !period'],
    [77, 'overlap !transaction'],
  ],
  'draft-clause': [
    [88, 'draft rule|clause !named !velocity !function'],
    [94.9, 'create|draft rule|clause that reject|review|challenge|approve !named'],
    [87, 'create rule|clause conditions|reject|review|challenge|approve !named'],
    [86, 'draft topic conditions|reject|approve|review|challenge'],
    [84, 'rule|clause conditions reject|review|challenge|approve !named !unused !howMany'],
    [83, 'clause reject|review|challenge|approve !named !unused !id'],
    [82, 'rule that'],
    [81, 'draft conditions reject|review|challenge|approve page.rules'],
  ],
  'draft-velocity': [
    [90, 'draft velocity'],
    [89, 'velocity per|distinct|counts|sum !named !howMany !unused'],
    [95, 'create velocity per|distinct|counts|sum !named'],
    [88.5, 'create velocity conditions'],
    [86, 'draft per|distinct counts|sum|distinct'],
    [85, 'page.velocities per|distinct|counts !named'],
    [84, 'page.velocities draft'],
  ],
  'draft-function': [
    [90.5, 'draft function'],
    [95, 'create function that'],
    [86, 'function that !named'],
    [84, 'page.functions draft'],
  ],
}

const figurePatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  figure: [
    [
      79,
      'howMany transaction|fraud|chargeback|reject|approve|review|challenge !rule !queue !list !velocity !environment',
    ],
    [78.5, 'rate reject|approve|review|challenge|fraud|chargeback|bank|falsePositive !define'],
    [78.5, 'howHigh rate|fraud|chargeback|falsePositive|detection'],
    [78, 'falsePositive|detection|bank !define !starts'],
    [78, 'decidedCases|reviewTime|usage|apiErrors|latency|averageScore !howTo'],
    [77, 'howMany case reject|approve|decidedCases|period !queue'],
    [76.5, 'volume transaction|fraud|chargeback|reject|approve|review|challenge !rule !show'],
    [76, 'rate period'],
    [75, 'reject|approve|review|challenge|fraud|chargeback|transaction|volume period !rule !case !show !find'],
    [70, 'fraud|chargeback|rate !rule !case !show'],
    [66, 'transaction period|howMany !rule'],
    [65, 'reject|approve|challenge page.reports !rule'],
    [63, 'volume page.reports'],
  ],
  trend: [
    [86, 'trend rate|fraud|chargeback|transaction|reject|approve|review|challenge|volume !id !compare'],
    [84, 'grain rate|fraud|chargeback|transaction|reject|approve|review|challenge|volume !velocity !draft'],
    [80, 'trend page.reports !compare'],
    [74, 'trend !id !rule'],
  ],
  'compare-periods': [
    [88.5, 'twoPeriods !rule !draft'],
    [86, 'compare period !howTo'],
    [86.5, 'more why period !id'],
    [85, 'more period rate|fraud|chargeback|transaction|reject|approve|review|challenge !conditions'],
    [
      84,
      'compare rate|fraud|chargeback|transaction|reject|approve|review|challenge|volume !rule !tenant !howTo !define',
    ],
    [78, 'compare !rule !define !filter'],
  ],
  cutoff: [
    [88, 'cutoff !starts !rule'],
    [87.5, 'whatIf score|reject|approve scoreNum'],
    [86, 'whatIf page.scores'],
    [85.5, 'best score|cutoff'],
    [85, 'howMany|rate|volume score scoreNum !draft'],
    [82, 'page.scores scoreNum'],
    [79, 'whatIf scoreNum'],
    [76, 'cutoff !starts'],
    [70, 'page.scores best'],
  ],
}

const recordPatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  'summarise-case': [
    [90, 'summarise|explain case id|this|page.case|page.queues !queue'],
    [89, 'summarise page.case !note !rule'],
    [88, 'case id !starts !note !log'],
    [87, 'case this page.case !starts !note !log !why'],
    [85, 'summarise case !howMany !queue'],
    [84, 'case page.case overview|decision !starts !note'],
  ],
  'summarise-notes': [
    [91, 'note !starts !howTo !log !draft'],
    [89, 'summarise note'],
  ],
  'summarise-log': [
    [93, 'who changed|change !howTo !may !note !linked'],
    [92, 'changed period !rate !fraud !chargeback !transaction !reject !approve !trend'],
    [91.5, 'when changed rule|clause|velocity|function|queue|list|environment'],
    [90, 'log !howTo !where !starts !may !topic'],
    [88, 'whatDoes|which changed !unused !rate !fraud !transaction'],
    [87, 'changed rule|list|velocity|environment|queue|function|page.log !overview !starts !unused !which'],
    [80, 'page.log period|summarise|changed'],
  ],
}

const nounPatterns = (noun: string, page: string): readonly Pattern[] => [
  [82, `${noun} overview|show|howMany|which !starts !unused !overlap !draft !named`],
  [81, `${noun} overview|howMany|whatDoes|counts !starts !draft !unused`],
  [77, `${noun} ${page} all|which|when|summarise !starts !draft !unused !overlap`],
  [64, `${noun} !starts !draft`],
]
const overviewPatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  'overview-environments': nounPatterns('environment', 'page.environments'),
  'overview-queues': [
    [89, 'queue case|openCases|howMany|which|overview|entry !why !starts !draft !this'],
    [84, 'openCases'],
    [80, 'case howMany|overview page.queues !decidedCases !id'],
    ...nounPatterns('queue', 'page.queues'),
  ],
  'overview-velocities': [
    [91, 'velocity howMany !starts !draft !per !distinct !sum'],
    [90, 'velocity named !starts !draft !changed !why'],
    [85, 'velocity overview|howMany|which|show !starts !draft !per !sum !distinct'],
    ...nounPatterns('velocity', 'page.velocities'),
  ],
  'overview-lists': [
    [93.2, 'list changed which|when !who !this !period'],
    [92, 'list when|entry|howMany|overview|summarise !starts !all !who !howTo'],
    [84, 'entry howMany page.lists'],
    ...nounPatterns('list', 'page.lists'),
  ],
  'overview-rules': [
    [83, 'rule|clause|routing overview|show|howMany|which|all !unused !overlap !draft !starts !id !named !fire'],
    ...nounPatterns('rule', 'page.rules'),
    [60, 'clause overview|show|howMany'],
  ],
}

export const intentPatterns: Partial<Record<Intent, readonly Pattern[]>> = {
  ...refusalPatterns,
  help: helpPatterns,
  ...transactionPatterns,
  ...rulePatterns,
  ...figurePatterns,
  ...recordPatterns,
  ...overviewPatterns,
  write: [
    [
      94.5,
      'starts rule|clause|velocity|function|list|queue|case|environment|note|access|routing|id|customer|email|entry !howTo !conditions',
    ],
    [93.5, 'starts this !howTo !explain'],
    [93, 'starts named|topic|transaction !howTo !conditions !rate !compare !howMany'],
    [
      86.8,
      'polite change rule|clause|velocity|function|list|queue|case|environment|note|access|id|customer|email !howTo !draft',
    ],
    [80, 'starts !howTo !conditions !rate !compare !trend !period'],
  ],
  bulk: [
    [95.5, 'export !howTo !may !where !define transaction|customer|entry|list|email|all|period|chargeback|case'],
    [94, 'bulk !howTo !may'],
    [93.5, 'all customer !draft !conditions !rate !per !reject !linked !page.event'],
    [
      94.8,
      'show all transaction|customer !conditions !email !rule !score !reject !review !approve !challenge !period !linked !page.event',
    ],
    [93.2, 'all entry list'],
    [92.5, 'bigNum transaction|entry|customer !conditions !rate !whatIf'],
  ],
  unknown: [[99, 'smalltalk !transaction !rule !case !list !velocity !rate !id']],
}
