/*
 * Clauses that an author can start from: data, so that the editor offers them and a test compiles every one. A name in
 * quotation marks that does not exist yet - of a list, a call, another assessment - is for the author to replace first.
 */

export const clauseTemplateKeys = [
  'deviceFingerprinting',
  'externalAssessment',
  'rejectHighScore',
  'reviewMediumScore',
  'supportList',
  'customList',
  'velocity',
  'externalCall',
  'countryMismatch',
  'outputValues',
] as const
export type ClauseTemplateKey = (typeof clauseTemplateKeys)[number]
/**
 * Purchases, account creations and sign-ins have scores that clauses read from their section on; a tenant assessment
 * calls the model. A custom assessment of the older generation has no model; its fields are those of its sample payload.
 */
export type ClauseTemplateTarget = 'purchase' | 'accountcreation' | 'accountlogin' | 'own' | 'legacyCustom'
export interface ClauseTemplate {
  key: ClauseTemplateKey
  clauses: readonly { section: 'prior' | 'postBot' | 'postRisk'; text: string }[]
}

interface AttributePaths {
  session: string
  ip: string
  ipKey: string
  user: string
  country: string
  email: string | null
  supportList: string
  supported: string
  amount: string | null
}
const attributePaths: Record<ClauseTemplateTarget, AttributePaths> = {
  purchase: {
    session: 'deviceContext.deviceContextId',
    ip: 'deviceContext.ipAddress',
    ipKey: 'deviceContext.ipAddress',
    user: 'user.userId',
    country: 'user.country',
    email: 'user.email',
    supportList: 'Email Support List',
    supported: 'user.email',
    amount: 'totalAmount',
  },
  accountcreation: {
    session: 'device.deviceContextId',
    ip: 'device.ipAddress',
    ipKey: 'device.ipAddress',
    user: 'user.username',
    country: 'user.countryRegion',
    email: 'email.emailValue',
    supportList: 'Email Support List',
    supported: 'email.emailValue',
    amount: null,
  },
  accountlogin: {
    session: 'device.deviceContextId',
    ip: 'device.ipAddress',
    ipKey: 'device.ipAddress',
    user: 'user.userId',
    country: 'user.countryRegion',
    email: null,
    supportList: 'User Support List',
    supported: 'user.userId',
    amount: null,
  },
  own: {
    session: 'deviceFingerprinting.id',
    ip: 'deviceFingerprinting.ipAddress',
    ipKey: 'deviceFingerprinting.ipAddress',
    user: 'user.id',
    country: 'user.address.countryRegion',
    email: 'user.email',
    supportList: 'User Support List',
    supported: 'user.id',
    amount: 'transaction.txnAmount',
  },
  legacyCustom: {
    session: 'device.deviceContextId',
    ip: 'device.ipAddress',
    ipKey: 'device.ipAddress',
    user: 'user.userId',
    country: 'user.countryRegion',
    email: null,
    supportList: 'User Support List',
    supported: 'user.userId',
    amount: null,
  },
}

function buildClauseTemplates(kind: ClauseTemplateTarget): readonly ClauseTemplate[] {
  const { session, ip, ipKey, user, country, email, supportList, supported, amount } = attributePaths[kind]
  const prior = (text: string): ClauseTemplate['clauses'][number] => ({ section: 'prior', text })
  const score = kind === 'own' ? 'Model.Risk().Score' : '@"riskScore"'
  const scored = (text: string): ClauseTemplate['clauses'][number] => ({
    section: kind === 'own' ? 'prior' : 'postRisk',
    text,
  })
  const templates: readonly ClauseTemplate[] = [
    {
      key: 'deviceFingerprinting',
      clauses: [
        prior(
          `LET $device = Device.GetAttributes(@"${session}")\nOBSERVE Output(deviceCountry = $device.deviceCountryCode, browser = $device.userAgentBrowser)`,
        ),
        prior(
          `LET $attributes = Device.GetSelectedAttributes(@"${session}", "browserAutomation", "headlessAppVersion")\nRETURN Reject("Program", "The browser is driven by a program")\nWHEN $attributes.browserAutomation == "true" || $attributes.headlessAppVersion == "true"`,
        ),
      ],
    },
    {
      key: 'externalAssessment',
      clauses: [
        prior(
          `LET $other = Assessments.MyAssessment.Evaluate(user = { id: @"${user}" })\nOBSERVE Output(other = $other.ToStr())`,
        ),
      ],
    },
    {
      key: 'rejectHighScore',
      clauses: [scored(`RETURN Reject("High risk score", "Risk score of 800 or more")\nWHEN ${score} >= 800`)],
    },
    {
      key: 'reviewMediumScore',
      clauses: [
        scored(
          `RETURN Review("Medium risk score", "Risk score from 600 to 799")\nWHEN ${score} >= 600 && ${score} < 800`,
        ),
      ],
    },
    {
      key: 'supportList',
      clauses: [
        prior(`RETURN Reject("Blocked", "Entry on a support list")\nWHEN IsBlock("${supportList}", @"${supported}")`),
      ],
    },
    {
      key: 'customList',
      clauses: [
        prior(
          `RETURN Review("Listed", "Value on a list of ours")\nWHEN ContainsKey("My list", "Value", @"${email ?? user}")`,
        ),
      ],
    },
    {
      key: 'velocity',
      clauses: [
        prior(
          `RETURN Review("Busy address", "More than ten events from this IP address within an hour")\nWHEN Velocity.ipAttempts(@"${ipKey}", 1h) > 10`,
        ),
      ],
    },
    {
      key: 'externalCall',
      clauses: [
        prior(
          `LET $answer = External.MyCall(@"${user}")\nRETURN Reject("Refused outside", "Our own service refuses it")\nWHEN $answer.decision == "reject"`,
        ),
      ],
    },
    {
      key: 'countryMismatch',
      clauses: [
        prior(
          `RETURN Review("Countries differ", "The IP address is in another country")\nWHEN Geo.CountryCode(@"${ip}") != "" && @"${country}" != "" && Geo.CountryCode(@"${ip}") != @"${country}"`,
        ),
      ],
    },
    {
      key: 'outputValues',
      clauses: [
        prior(
          `OBSERVE Output(ipCountry = Geo.CountryCode(@"${ip}")${amount === null ? '' : `, amount = @"${amount}".ToDouble()`}, attemptsFromIp = Velocity.ipAttempts(@"${ipKey}", 1d))`,
        ),
      ],
    },
  ]
  return kind === 'legacyCustom' ? templates.filter(({ key }) => !scoreTemplates.has(key)) : templates
}

/** Templates that read the risk score. */
const scoreTemplates: ReadonlySet<ClauseTemplateKey> = new Set(['rejectHighScore', 'reviewMediumScore'])

/** Grouped by the subject of the rule. */
export const clauseTemplates: Readonly<Record<ClauseTemplateTarget, readonly ClauseTemplate[]>> = {
  purchase: buildClauseTemplates('purchase'),
  accountcreation: buildClauseTemplates('accountcreation'),
  accountlogin: buildClauseTemplates('accountlogin'),
  own: buildClauseTemplates('own'),
  legacyCustom: buildClauseTemplates('legacyCustom'),
}
