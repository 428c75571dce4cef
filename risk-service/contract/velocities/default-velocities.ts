/*
 * The velocity sets that every environment has: attempts, rejections, amount, and distinct values around each kind of
 * entity. They are data: nothing of them is stored except their counts, under ids derived from environment and name.
 */

export type VelocityEntity = 'email' | 'payment' | 'ip' | 'device'
export type VelocityMeasure = 'attempts' | 'rejections' | 'amount' | 'users' | 'payments' | 'ips' | 'devices' | 'emails'

export interface DefaultVelocity {
  name: string
  measure: VelocityMeasure
  text: string
}
export interface DefaultVelocitySet {
  name: string
  entity: VelocityEntity
  description: string
  condition: string
  velocities: readonly DefaultVelocity[]
}

/** Returns an expression for the first of these attributes that has a value. */
const firstPresent = (paths: readonly string[]): string => {
  const [path = '', ...rest] = paths
  return rest.length === 0 ? `@"${path}"` : `(@"${path}" != "" ? @"${path}" : ${firstPresent(rest)})`
}

/**
 * Paths of the key of an entity, in the terms of purchases, account creations and logins: the first one with a value
 * counts.
 */
export const velocityKeyPaths: Readonly<Record<VelocityEntity, readonly string[]>> = {
  email: ['user.email', 'email[0].emailValue'],
  payment: [
    'paymentInstrumentList[0].merchantPaymentInstrumentId',
    'paymentInstruments[0].merchantPaymentInstrumentId',
  ],
  ip: ['deviceContext.ipAddress', 'device.ipAddress'],
  device: [
    'deviceContext.externalDeviceId',
    'device.externalDeviceId',
    'deviceAttributes.deviceId',
    'deviceContext.deviceContextId',
    'device.deviceContextId',
  ],
}
export const velocityEntities = ['email', 'payment', 'ip', 'device'] as const
/** Returns the event types that have the entity: logins contain neither e-mail addresses nor payment instruments. */
export const velocityEventTypes = (entity: VelocityEntity): readonly string[] =>
  entity === 'ip' || entity === 'device'
    ? ['Purchase', 'AccountCreation', 'AccountLogin']
    : ['Purchase', 'AccountCreation']

const distinctMeasures: Record<VelocityEntity, { measure: VelocityMeasure; suffix: string }> = {
  email: { measure: 'emails', suffix: 'Emails' },
  payment: { measure: 'payments', suffix: 'Payments' },
  ip: { measure: 'ips', suffix: 'Ips' },
  device: { measure: 'devices', suffix: 'Devices' },
}

function buildVelocitySet(entity: VelocityEntity, name: string): DefaultVelocitySet {
  const from = velocityEventTypes(entity).join(', ')
  const velocity = (
    measure: VelocityMeasure,
    suffix: string,
    select: string,
    events = from,
    when = '',
  ): DefaultVelocity => ({
    name: `${entity}${suffix}`,
    measure,
    text: `SELECT ${select} AS ${entity}${suffix}\nFROM ${events}${when}\nGROUPBY $${entity}`,
  })
  return {
    name,
    entity,
    description: 'Kept by the product for every environment. Clone it to have one of your own.',
    condition: `${velocityEntities.map(each => `LET $${each} = ${firstPresent(velocityKeyPaths[each])}`).join('\n')}\nWHEN $${entity} != ""`,
    velocities: [
      velocity('attempts', 'Attempts', 'Count()'),
      velocity('rejections', 'Rejections', 'Count()', from, '\nWHEN @"ruleEvaluation.decision" == "Reject"'),
      velocity('amount', 'Amount', 'Sum(@"totalAmount")', 'Purchase'),
      velocity('users', 'Users', 'DistinctCount(@"user.userId")'),
      ...velocityEntities
        .filter(other => other !== entity)
        .map(other =>
          velocity(distinctMeasures[other].measure, distinctMeasures[other].suffix, `DistinctCount($${other})`),
        ),
    ],
  }
}

export const defaultVelocitySets: readonly DefaultVelocitySet[] = [
  buildVelocitySet('email', 'Default - Email velocities'),
  buildVelocitySet('payment', 'Default - Payment instrument velocities'),
  buildVelocitySet('ip', 'Default - IP velocities'),
  buildVelocitySet('device', 'Default - Device ID velocities'),
]

/** Texts that a new velocity can start from; the name is made unique. */
export const velocityTemplates = [
  { key: 'attempts', text: 'SELECT Count() AS attemptsPerUser\nFROM Purchase\nGROUPBY @"user.userId"' },
  {
    key: 'rejections',
    text: 'SELECT Count() AS rejectionsPerUser\nFROM Purchase\nWHEN @"ruleEvaluation.decision" == "Reject"\nGROUPBY @"user.userId"',
  },
  { key: 'amount', text: 'SELECT Sum(@"totalAmount") AS spentPerUser\nFROM Purchase\nGROUPBY @"user.userId"' },
  {
    key: 'distinctUsers',
    text: 'SELECT DistinctCount(@"user.userId") AS usersPerIp\nFROM Purchase\nGROUPBY @"deviceContext.ipAddress"',
  },
  {
    key: 'distinctInstruments',
    text: 'SELECT DistinctCount(@"paymentInstrumentList[0].merchantPaymentInstrumentId") AS instrumentsPerUser\nFROM Purchase\nGROUPBY @"user.userId"',
  },
  { key: 'logins', text: 'SELECT Count() AS loginsPerIp\nFROM AccountLogin\nGROUPBY @"device.ipAddress"' },
] as const
export type VelocityTemplate = (typeof velocityTemplates)[number]
