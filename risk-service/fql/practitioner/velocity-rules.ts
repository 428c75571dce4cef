/**
 * A step of a stream: minutes before the last one, the event as rules see it (with its decision, which velocities may
 * read), and the kind of event when it differs from the kind that the rule decides.
 */
export interface EventStep {
  minutesAgo: number
  event: Record<string, unknown>
  type?: string
}

/**
 * A rule that practitioners use together with the velocities that it reads. `fires` and `not`: streams whose last event
 * is decided after the others were counted.
 */
export interface PractitionerVelocityRule {
  id: string
  /** The assessment that the rule decides. */
  assessment: 'Purchase' | 'AccountCreation' | 'AccountLogin'
  velocities: readonly string[]
  text: string
  fires: readonly EventStep[]
  not: readonly EventStep[]
}

const day = 24 * 60
const purchase = (
  id: string,
  velocities: readonly string[],
  text: string,
  fires: readonly EventStep[],
  not: readonly EventStep[],
): PractitionerVelocityRule => ({ id, assessment: 'Purchase', velocities, text, fires, not })
const login = (
  id: string,
  velocities: readonly string[],
  text: string,
  fires: readonly EventStep[],
  not: readonly EventStep[],
): PractitionerVelocityRule => ({ id, assessment: 'AccountLogin', velocities, text, fires, not })
const creation = (
  id: string,
  velocities: readonly string[],
  text: string,
  fires: readonly EventStep[],
  not: readonly EventStep[],
): PractitionerVelocityRule => ({ id, assessment: 'AccountCreation', velocities, text, fires, not })

/**
 * Returns `count` events of one kind before the decided one, a step apart, the last of them one step before it; all
 * alike or created by number.
 */
function stream(
  count: number,
  step: number,
  event: (index: number) => Record<string, unknown>,
  last: Record<string, unknown> = event(count),
): EventStep[] {
  return [
    ...Array.from({ length: count }, (_, index) => ({ minutesAgo: (count - index) * step, event: event(index) })),
    { minutesAgo: 0, event: last },
  ]
}
const same = (event: Record<string, unknown>) => (): Record<string, unknown> => event

const user = { user: { id: 'u1' } }
const onCard = { card: { id: 'c1' } }
const fromIp = { ip: '20.0.0.1' }
const card = (index: number): Record<string, unknown> => ({ ...user, ...fromIp, card: { id: `c${index}` } })
const people = (index: number): Record<string, unknown> => ({ user: { id: `u${index}` } })

// "Ever" is the longest possible window.
const perUser = 'SELECT Count() AS purchases_user FROM Purchase GROUPBY @"user.id"'
const paid = 'SELECT Count() AS paid_user FROM Purchase WHEN @"ruleEvaluation.decision" == "Approve" GROUPBY @"user.id"'
const refused = { ruleEvaluation: { decision: 'Reject' } }
const approved = { ruleEvaluation: { decision: 'Approve' } }

export const practitionerVelocityRules: readonly PractitionerVelocityRule[] = [
  purchase(
    'PR003',
    ['SELECT Count() AS refunds_card FROM BankEvent WHEN @"type" == "ChargeReversal" GROUPBY @"purchase.card.id"'],
    'RETURN Reject("refunded before") WHEN Velocity.refunds_card(@"card.id", 90d) > 1',
    [
      { minutesAgo: 40 * day, type: 'BankEvent', event: { type: 'ChargeReversal', purchase: onCard } },
      { minutesAgo: 2 * day, type: 'BankEvent', event: { type: 'ChargeReversal', purchase: onCard } },
      { minutesAgo: 0, event: onCard },
    ],
    [
      { minutesAgo: 40 * day, type: 'BankEvent', event: { type: 'ChargeReversal', purchase: onCard } },
      { minutesAgo: 2 * day, type: 'BankEvent', event: { type: 'Charge', purchase: onCard } },
      { minutesAgo: 0, event: onCard },
    ],
  ),
  purchase(
    'PR006',
    ['SELECT DistinctCount(@"card.id") AS cards_user FROM Purchase GROUPBY @"user.id"'],
    'RETURN Reject("many cards") WHEN Velocity.cards_user(@"user.id", 90d) > 2',
    stream(3, 10 * day, card),
    stream(4, 10 * day, index => card(index % 2)),
  ),
  purchase(
    'PR009',
    ['SELECT DistinctCount(@"card.id") AS cards_ip FROM Purchase GROUPBY @"ip"'],
    'RETURN Reject("many cards on one address") WHEN Velocity.cards_ip(@"ip", 7d) > 2',
    stream(3, day, card),
    stream(3, 4 * day, card),
  ),
  purchase(
    'PR010',
    ['SELECT Count() AS disputes_ip FROM Chargeback GROUPBY @"purchase.ip"'],
    'RETURN Reject("disputed before") WHEN Velocity.disputes_ip(@"ip", 90d) > 0',
    [
      { minutesAgo: 20 * day, type: 'Chargeback', event: { purchase: fromIp } },
      { minutesAgo: 0, event: fromIp },
    ],
    [
      { minutesAgo: 20 * day, type: 'Chargeback', event: { purchase: { ip: '20.0.0.2' } } },
      { minutesAgo: 0, event: fromIp },
    ],
  ),
  purchase(
    'PR012',
    ['SELECT DistinctCount(@"card.holder") AS names_card FROM Purchase GROUPBY @"card.id"'],
    'RETURN Reject("many holders") WHEN Velocity.names_card(@"card.id", 90d) > 5',
    stream(6, day, index => ({ card: { id: 'c1', holder: `Name ${index}` } })),
    stream(9, day, index => ({ card: { id: 'c1', holder: index % 2 === 0 ? 'A Lee' : 'B Lee' } })),
  ),
  purchase(
    'PR016',
    ['SELECT Count() AS charges_email FROM Purchase GROUPBY @"user.email"'],
    'RETURN Reject("too many within the hour") WHEN Velocity.charges_email(@"user.email", 1h) > 5',
    stream(6, 9, same({ user: { email: 'a@shop.example' } })),
    stream(6, 30, same({ user: { email: 'a@shop.example' } })),
  ),
  purchase(
    'PR017',
    ['SELECT Count() AS charges_ip FROM Purchase GROUPBY @"ip"'],
    'RETURN Reject("busy address") WHEN Velocity.charges_ip(@"ip", 1d) > 10 && @"card.funding" != "credit"',
    stream(11, 20, same({ ...fromIp, card: { funding: 'debit' } })),
    stream(11, 20, same({ ...fromIp, card: { funding: 'credit' } })),
  ),
  purchase(
    'PR024',
    [paid],
    'RETURN Reject("first payer without code check") WHEN In(@"card.cvc", "fail,unavailable,unchecked") && Velocity.paid_user(@"user.id", 90d) == 0',
    stream(1, 60, same({ ...user, ...refused }), { ...user, card: { cvc: 'unchecked' } }),
    stream(1, 60, same({ ...user, ...approved }), { ...user, card: { cvc: 'fail' } }),
  ),
  purchase(
    'PR025',
    [paid],
    'RETURN Reject("first payer without postcode check") WHEN In(@"card.zip", "fail,unavailable,unchecked") && Velocity.paid_user(@"user.id", 90d) == 0',
    stream(0, 60, same(user), { ...user, card: { zip: 'unavailable' } }),
    stream(1, 60, same({ ...user, ...approved }), { ...user, card: { zip: 'unavailable' } }),
  ),
  purchase(
    'PR033',
    [paid],
    'RETURN Challenge("3DS", "new customer") WHEN Velocity.paid_user(@"user.id", 90d) == 0 && In(@"card.threeDs", "required,recommended,optional")',
    stream(1, 60, same({ user: { id: 'u2' }, ...approved }), { ...user, card: { threeDs: 'optional' } }),
    stream(1, 60, same({ ...user, ...approved }), { ...user, card: { threeDs: 'optional' } }),
  ),
  purchase(
    'PR036',
    [perUser],
    'RETURN Review("quick attempts") WHEN Velocity.purchases_user(@"user.id", 1h) > 3',
    stream(4, 5, same(user)),
    stream(4, 40, same(user)),
  ),
  purchase(
    'PR040',
    [
      'LET $at = @"user.email".IndexOf("@")\nSELECT DistinctCount(@"user.email".Substring($at + 1)) AS domains_ip FROM Purchase WHEN $at >= 0 GROUPBY @"ip"',
    ],
    'RETURN Reject("many mail domains") WHEN Velocity.domains_ip(@"ip", 1d) > 5',
    stream(6, 30, index => ({ ...fromIp, user: { email: `a@d${index}.example` } })),
    stream(9, 30, index => ({ ...fromIp, user: { email: `a${index}@one.example` } })),
  ),
  creation(
    'PR051',
    ['SELECT Count() AS accounts_ip FROM AccountCreation GROUPBY @"ip"'],
    'RETURN Reject("flood of accounts") WHEN Velocity.accounts_ip(@"ip", 1d) > 5',
    stream(6, 10, same(fromIp)),
    stream(5, 10, same(fromIp)),
  ),
  login(
    'PR052',
    ['SELECT DistinctCount(@"user.id") AS users_device FROM AccountLogin GROUPBY @"device.id"'],
    'RETURN Challenge("SMS", "shared device") WHEN Velocity.users_device(@"device.id", 1d) > 3',
    stream(4, 60, index => ({ ...people(index), device: { id: 'd1' } })),
    stream(8, 60, index => ({ ...people(index % 3), device: { id: 'd1' } })),
  ),
  login(
    'PR053',
    [
      'SELECT Count() AS refused_logins FROM AccountLogin WHEN @"ruleEvaluation.decision" == "Reject" || @"riskScore" > 900 GROUPBY @"user.id"',
    ],
    'RETURN Reject("locked out") WHEN Velocity.refused_logins(@"user.id", 1h) > 5',
    stream(6, 5, index => ({ ...user, ...(index % 2 === 0 ? refused : { ...approved, riskScore: 950 }) })),
    stream(9, 5, same({ ...user, ...approved, riskScore: 900 })),
  ),
  login(
    'PR055',
    ['SELECT Count() AS failed_logins FROM AccountLogin WHEN @"result" == "fail" GROUPBY @"user.id"'],
    'OBSERVE Output(points = 10) WHEN Velocity.failed_logins(@"user.id", 15m) >= 3',
    stream(3, 2, same({ ...user, result: 'fail' })),
    stream(5, 2, index => ({ ...user, result: index === 0 ? 'fail' : 'ok' })),
  ),
  login(
    'PR062',
    ['SELECT DistinctCount(Geo.CountryCode(@"ip")) AS countries_user FROM AccountLogin GROUPBY @"user.id"'],
    'OBSERVE Output(points = 10) WHEN Velocity.countries_user(@"user.id", 30m) > 1',
    stream(2, 10, index => ({ ...user, ip: `20.0.0.${index + 1}` })),
    stream(2, 10, same({ ...user, ...fromIp })),
  ),
  creation(
    'PR070',
    ['SELECT DistinctCount(@"user.id") AS users_ip FROM Purchase, AccountLogin, AccountCreation GROUPBY @"ip"'],
    'RETURN Review("shared address") WHEN Velocity.users_ip(@"ip", 30d) >= 5',
    [
      ...stream(4, day, index => ({ ...people(index), ...fromIp })).map(
        (step, index): EventStep => ({
          ...step,
          minutesAgo: step.minutesAgo + day,
          type: ['Purchase', 'AccountLogin'][index % 2] ?? '',
        }),
      ),
      { minutesAgo: 0, event: { user: { id: 'new' }, ...fromIp } },
    ],
    stream(4, day, index => ({ ...people(index), ...fromIp })),
  ),
  creation(
    'PR071',
    [
      'SELECT DistinctCount(@"user.id") AS users_phone FROM Purchase, AccountLogin, AccountCreation GROUPBY @"user.phone"',
    ],
    'RETURN Review("phone of somebody else") WHEN Velocity.users_phone(@"user.phone", 90d) > 1',
    [
      { minutesAgo: 50 * day, type: 'Purchase', event: { user: { id: 'u1', phone: '+4611' } } },
      { minutesAgo: 9 * day, event: { user: { id: 'u2', phone: '+4611' } } },
      { minutesAgo: 0, event: { user: { id: 'u3', phone: '+4611' } } },
    ],
    [
      { minutesAgo: 50 * day, type: 'Purchase', event: { user: { id: 'u1', phone: '+4611' } } },
      { minutesAgo: 9 * day, event: { user: { id: 'u2', phone: '' } } },
      { minutesAgo: 0, event: { user: { id: 'u3', phone: '+4611' } } },
    ],
  ),
  purchase(
    'PR080',
    [perUser],
    'RETURN Reject("far over the usual"), Output(points = 80) WHEN @"amount" > @"user.average" * 4 && Velocity.purchases_user(@"user.id", 1h) > 3',
    stream(4, 5, same(user), { user: { id: 'u1', average: 100 }, amount: 401 }),
    stream(4, 5, same(user), { user: { id: 'u1', average: 100 }, amount: 400 }),
  ),
  purchase(
    'PR081',
    [perUser],
    'RETURN Review("many from abroad"), Output(points = 70) WHEN @"country" != @"user.home" && Velocity.purchases_user(@"user.id", 1h) > 5',
    stream(6, 5, same(user), { user: { id: 'u1', home: 'DE' }, country: 'BR' }),
    stream(5, 5, same(user), { user: { id: 'u1', home: 'DE' }, country: 'BR' }),
  ),
  purchase(
    'PR083',
    [perUser],
    'OBSERVE Output(points = 45) WHEN Velocity.purchases_user(@"user.id", 1h) > 3',
    stream(4, 5, same(user)),
    stream(3, 5, same(user)),
  ),
  purchase(
    'PR088',
    [perUser],
    'RETURN Reject("card testing") WHEN Velocity.purchases_user(@"user.id", 1d) > 15 && @"amount" < 10',
    stream(16, 10, same({ ...user, amount: 5 })),
    stream(16, 10, same({ ...user, amount: 10 })),
  ),
  purchase(
    'PR090',
    [perUser],
    'RETURN Review("bulk buying") WHEN Velocity.purchases_user(@"user.id", 1d) > 5 && @"amount" > 500',
    stream(6, 60, same({ ...user, amount: 501 })),
    stream(6, 2 * day, same({ ...user, amount: 501 })),
  ),
  purchase(
    'PR101',
    ['SELECT Count() AS breaks_card FROM Purchase WHEN @"ruleEvaluation.rule" == "Card limit" GROUPBY @"card.id"'],
    'RETURN Reject("broke the limit") WHEN Velocity.breaks_card(@"card.id", 2d) > 0',
    [
      { minutesAgo: day, event: { ...onCard, ruleEvaluation: { decision: 'Reject', rule: 'Card limit' } } },
      { minutesAgo: 0, event: onCard },
    ],
    [
      { minutesAgo: 4 * day, event: { ...onCard, ruleEvaluation: { decision: 'Reject', rule: 'Card limit' } } },
      { minutesAgo: 0, event: onCard },
    ],
  ),
  purchase(
    'PR102',
    ['SELECT Count() AS user_country FROM Purchase GROUPBY @"user.id" + "|" + @"billing.country"'],
    'RETURN Reject("five in twelve hours") WHEN Velocity.user_country(@"user.id" + "|" + @"billing.country", 12h) >= 5',
    stream(5, 60, same({ ...user, billing: { country: 'DE' } })),
    stream(8, 60, index => ({ ...user, billing: { country: index % 2 === 0 ? 'DE' : 'FR' } })),
  ),
  purchase(
    'PR103',
    [perUser],
    'RETURN Challenge("SMS", "new or hurried") WHEN @"ipFacts.isNew" || @"device.isNewForUser" || Velocity.purchases_user(@"user.id", 10m) > 5',
    stream(6, 1, same(user)),
    stream(6, 5, same(user)),
  ),
]
