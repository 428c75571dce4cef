/** What the help says about one subject. */
interface HelpTopic {
  /** Id of the message with the text; `english` is what it says in en-US. */
  message: `Assistant.Help.${string}`
  english: string
  /** The route of the console where it is done. */
  page: `/${string}`
  /** The guide of the documentation that says more. */
  guide: `${string}.md`
}

/** Subjects of the help by their name. */
export const helpTopics = {
  search: {
    message: 'Assistant.Help.Search',
    english:
      'On the page Search, choose the type of event, add up to five filters with Filter, and press Search. Save view stores the filters under a name.',
    page: '/search',
    guide: 'search.md',
  },
  transaction: {
    message: 'Assistant.Help.Transaction',
    english:
      'Select an ID in Search to open the event: it shows the decision, the rule and clause that made it, the signals of the score, linked events and notes.',
    page: '/search',
    guide: 'search.md',
  },
  rule: {
    message: 'Assistant.Help.Rule',
    english:
      'Open the rules of an assessment and choose New rule. A rule has a condition and clauses; a clause returns a decision WHEN its condition is true. Save a draft, test it on a sample, then publish it.',
    page: '/rulesconfiguration',
    guide: 'query-language.md',
  },
  language: {
    message: 'Assistant.Help.Language',
    english:
      'The query language writes a clause as RETURN Reject("reason") WHEN followed by comparisons of attributes such as @"user.email", joined by AND, OR and NOT.',
    page: '/rulesconfiguration',
    guide: 'query-language.md',
  },
  backtest: {
    message: 'Assistant.Help.Backtest',
    english:
      'In the editor of a rule, choose Back-test to run the draft over past events. The result shows which decisions would change and what that means in money.',
    page: '/rulesconfiguration',
    guide: 'query-language.md',
  },
  velocity: {
    message: 'Assistant.Help.Velocity',
    english:
      'A velocity counts or sums events by an attribute over time. Write it as SELECT Count() AS name FROM Purchase GROUPBY an attribute; rules read it as Velocity.name(value, 24h).',
    page: '/data/velocities',
    guide: 'velocities.md',
  },
  function: {
    message: 'Assistant.Help.Function',
    english:
      'A function is a piece of the query language with parameters that several rules share. Create it under Functions, and call it in a rule as Functions.Name().',
    page: '/data/functions',
    guide: 'query-language.md',
  },
  list: {
    message: 'Assistant.Help.List',
    english:
      'Custom lists are CSV files that rules look values up in with ContainsKey and Lookup. Upload one under Custom lists; uploading again makes a new version.',
    page: '/data/lists/custom',
    guide: 'rules/database-lists.md',
  },
  supportList: {
    message: 'Assistant.Help.SupportList',
    english:
      'Support lists hold users, devices or cards that are safe, blocked or watched. Set the status on the page of an event or under Support lists.',
    page: '/data/lists/support',
    guide: 'query-language.md',
  },
  externalCall: {
    message: 'Assistant.Help.ExternalCall',
    english:
      'An external call lets a rule call your own service. Set the address, the authentication and the time-out under External calls, and read the answer as External.Name().',
    page: '/data/externalcalls',
    guide: 'external-calls.md',
  },
  queue: {
    message: 'Assistant.Help.Queue',
    english:
      'A queue collects cases for review in an order that you choose. Administrators create queues under Queues and assign reviewers to them.',
    page: '/casemanagement/queues',
    guide: 'case-management.md',
  },
  caseReview: {
    message: 'Assistant.Help.CaseReview',
    english:
      'Open a queue and choose Start review: the next case is locked for you. Decide it with one of the decisions of its queue, and add a note when one is asked for.',
    page: '/casemanagement/queues',
    guide: 'case-management.md',
  },
  routingRule: {
    message: 'Assistant.Help.RoutingRule',
    english:
      'A routing rule sends events with the decision Review to a queue: ROUTETO Queue("name") WHEN a condition. The first clause that is true decides.',
    page: '/casemanagement/routingrules',
    guide: 'case-management.md',
  },
  caseReport: {
    message: 'Assistant.Help.CaseReport',
    english:
      'The case report shows how many cases were decided, how long reviews took, and how good the decisions were.',
    page: '/casemanagement/report',
    guide: 'case-management.md',
  },
  report: {
    message: 'Assistant.Help.Report',
    english:
      'The summary report shows volumes, rates, fraud and chargebacks of an assessment. Choose the period and the filters above the figures.',
    page: '/reports/summary',
    guide: 'reports.md',
  },
  ruleReport: {
    message: 'Assistant.Help.RuleReport',
    english:
      'The rule report shows what each rule and clause decided, its precision, the good customers that it stopped, and clauses without effect.',
    page: '/reports/rules',
    guide: 'reports.md',
  },
  scoreReport: {
    message: 'Assistant.Help.ScoreReport',
    english:
      'The score report shows how scores are distributed, and what a cut-off would stop. Move the cut-off to compare fraud with good customers.',
    page: '/reports/scores',
    guide: 'reports/scores.md',
  },
  score: {
    message: 'Assistant.Help.Score',
    english:
      'The risk score goes from 0 to 999; the higher, the riskier. It is made from signals of the event; the page of an event lists those that raised or lowered it.',
    page: '/reports/scores',
    guide: 'scoring.md',
  },
  threat: {
    message: 'Assistant.Help.Threat',
    english: 'The threat report shows where fraud comes from: by country, card, device and other attributes.',
    page: '/reports/threats',
    guide: 'reports/threats.md',
  },
  monitor: {
    message: 'Assistant.Help.Monitor',
    english: 'The monitor shows transactions, scores and observations of the last hours and marks what is unusual.',
    page: '/reports/monitor',
    guide: 'reports/monitoring.md',
  },
  alert: {
    message: 'Assistant.Help.Alert',
    english:
      'An alert watches a figure and notifies by email or webhook when it leaves its limits. Create one under Alerts.',
    page: '/reports/alerts',
    guide: 'reports/alerts.md',
  },
  attack: {
    message: 'Assistant.Help.Attack',
    english:
      'Attacks are groups of events that belong together. Each can be contained with a rule that ends by itself.',
    page: '/fraud/attacks',
    guide: 'reports/attacks.md',
  },
  graph: {
    message: 'Assistant.Help.Graph',
    english:
      'The graph explorer shows how users, devices and cards are connected. Start from an event or a value and expand its neighbors.',
    page: '/data/explorer',
    guide: 'explorers/graph.md',
  },
  upload: {
    message: 'Assistant.Help.Upload',
    english:
      'Under Data upload, choose the entity and its CSV file, check the mapping of columns, and process it. The history then feeds velocities and reports.',
    page: '/data/upload',
    guide: 'integration/data-upload.md',
  },
  eventTracing: {
    message: 'Assistant.Help.EventTracing',
    english:
      'Event tracing sends decisions and other events to a webhook, to files or to an event hub. Create a subscription under Event tracing.',
    page: '/data/eventtracing',
    guide: 'integration/event-tracing.md',
  },
  assessment: {
    message: 'Assistant.Help.Assessment',
    english:
      'An assessment is a kind of event with its own schema, rules and API. Create one with the wizard under Assessments.',
    page: '/fraud/assessments',
    guide: 'risk-api.md',
  },
  template: {
    message: 'Assistant.Help.Template',
    english: 'Templates hold rules, assessments or whole environments to start from. Use one under Templates.',
    page: '/data/templates',
    guide: 'rules-as-files.md',
  },
  moveIn: {
    message: 'Assistant.Help.MoveIn',
    english:
      'Move in takes rules, lists and settings of the former service as a file, shows what would change, and applies it as drafts.',
    page: '/data/movein',
    guide: 'moving-in.md',
  },
  environment: {
    message: 'Assistant.Help.Environment',
    english:
      'Environments form a tree: rules and settings of a parent apply to its children. Administrators create them under Environments; the switcher in the header changes between them.',
    page: '/environments',
    guide: 'architecture.md',
  },
  access: {
    message: 'Assistant.Help.Access',
    english:
      'Under Access control, assign roles to users and groups for an environment. Why shows which assignment lets someone do something.',
    page: '/settings/access',
    guide: 'settings/access-control.md',
  },
  activityLog: {
    message: 'Assistant.Help.ActivityLog',
    english: 'The activity log shows who changed, exported or read what. Search it by days and up to five filters.',
    page: '/settings/audit',
    guide: 'settings/access-control.md',
  },
  subjectRequests: {
    message: 'Assistant.Help.SubjectRequests',
    english:
      'Under Subject requests, search for a person by a data subject ID. Export and Delete first show a dry run; a deletion needs the value typed again and ends with a signed receipt. A legal hold refuses deletions until its end.',
    page: '/settings/subject',
    guide: 'settings/subject-requests.md',
  },
  usage: {
    message: 'Assistant.Help.Usage',
    english: 'Usage shows how many calls an environment has made in the billing cycle, by capability, day and API.',
    page: '/settings/usage/summary',
    guide: 'reports/usage.md',
  },
  booster: {
    message: 'Assistant.Help.Booster',
    english:
      'The transaction acceptance booster shares chosen data of purchases with banks so that fewer good ones are declined.',
    page: '/settings/transactionacceptancebooster',
    guide: 'integration/acceptance-booster.md',
  },
  personalData: {
    message: 'Assistant.Help.PersonalData',
    english:
      'Personal data is masked as your role says. Reveal shows it for a while and is recorded in the activity log.',
    page: '/search',
    guide: 'personal-data.md',
  },
  integration: {
    message: 'Assistant.Help.Integration',
    english:
      'Under Integration, register an application, give it a secret or a certificate, and send events to the risk API with its token.',
    page: '/integration',
    guide: 'risk-api.md',
  },
  fingerprinting: {
    message: 'Assistant.Help.Fingerprinting',
    english: 'Add the script of device fingerprinting to your pages, and send its session ID with the event.',
    page: '/devicefingerprinting/setup',
    guide: 'device-fingerprinting.md',
  },
  adminSettings: {
    message: 'Assistant.Help.AdminSettings',
    english: 'Administrators set tiles, maps, case options, the assistant and billing under Admin settings.',
    page: '/adminsettings',
    guide: 'limits.md',
  },
  assistant: {
    message: 'Assistant.Help.Assistant',
    english:
      'The assistant reads with your rights, cites its sources and changes nothing. Ask about a transaction, a rule, a figure or how something is done.',
    page: '/',
    guide: 'integration/assistant-mcp.md',
  },
} as const satisfies Record<string, HelpTopic>

/** The name of a subject of the help. */
export type HelpTopicName = keyof typeof helpTopics
export const helpTopicNames = Object.keys(helpTopics) as HelpTopicName[]
