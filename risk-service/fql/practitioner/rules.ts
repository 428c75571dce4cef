import type { FqlCase } from '../cases/case.ts'

/**
 * A rule that practitioners use, by its id in the collection: its text in this language, an event that fires it and one
 * that does not. Risk scores are on the scale of 0-999.
 */
export interface PractitionerRule {
  id: string
  text: string
  fires: object
  not: object
  scores?: { fires: number; not: number }
}
const rule = (id: string, text: string, fires: object, not: object): PractitionerRule => ({ id, text, fires, not })
const scored = (id: string, text: string, score: number, other: number, event: object = {}): PractitionerRule => ({
  id,
  text,
  fires: event,
  not: event,
  scores: { fires: score, not: other },
})
const card = (bin: string, country: string): object => ({
  payment: { bin },
  ip: country === 'DE' ? '20.0.0.1' : '20.0.0.2',
})

/** Resources that the rules may look up. */
export const practitionerFixtures: Pick<FqlCase, 'lists' | 'geo' | 'bin'> = {
  lists: {
    custom: {
      'Call centres': { columns: ['IP'], rows: [['20.0.0.1']] },
      'Blocked mails': { columns: ['Email'], rows: [['bad@shop.example']] },
      'Risky mails': { columns: ['Email'], rows: [['risk@shop.example']] },
      'Blocked IPs': { columns: ['IP'], rows: [['20.0.0.9']] },
      'Blocked phones': { columns: ['Phone'], rows: [['+4612345']] },
      VIPs: { columns: ['User', 'Cap'], rows: [['u1', '500']] },
      'Bad names': { columns: ['Name'], rows: [['Mallory Bad']] },
      'Forwarder postcodes': { columns: ['Zip'], rows: [['97230']] },
    },
    support: {},
  },
  geo: { '20.0.0.1': { countryCode: 'DE', marketCode: 'EMEA' }, '20.0.0.2': { countryCode: 'PH', marketCode: 'APAC' } },
  bin: {
    '411111': { countryCode: 'DE', cardCategory: 'Standard' },
    '522222': { countryCode: 'SG', cardCategory: 'Prepaid' },
  },
}

const points = (count: number): string => `OBSERVE Output(points = ${count})`
const night = '(@"date".ToDateTime().Hour >= 22 || @"date".ToDateTime().Hour < 6)'
const purchase = (category: string, amount: number, more: object = {}): object => ({ category, amount, ...more })

export const practitionerRules: readonly PractitionerRule[] = [
  {
    id: 'PR007',
    text: 'RETURN Reject("PH address") WHEN Geo.CountryCode(@"ip") == "PH" && Model.Risk().Score > 300',
    fires: { ip: '20.0.0.2' },
    not: { ip: '20.0.0.1' },
    scores: { fires: 310, not: 310 },
  },
  {
    id: 'PR008',
    text: 'RETURN Reject("SG card") WHEN BIN.Lookup(@"payment.bin").countryCode == "SG" && Model.Risk().Score > 400',
    fires: card('522222', 'DE'),
    not: card('411111', 'DE'),
    scores: { fires: 410, not: 900 },
  },
  scored('PR013', 'RETURN Review("score") WHEN Model.Risk().Score > 300', 301, 300),
  rule(
    'PR014',
    'RETURN Review("no code check") WHEN @"card.cvvResult" == "Unavailable"',
    { card: { cvvResult: 'Unavailable' } },
    { card: { cvvResult: 'Match' } },
  ),
  {
    id: 'PR018',
    text: 'RETURN Reject("countries") WHEN Model.Risk().Score > 650 && BIN.Lookup(@"payment.bin").countryCode != Geo.CountryCode(@"ip")',
    fires: card('411111', 'PH'),
    not: card('411111', 'DE'),
    scores: { fires: 700, not: 700 },
  },
  rule(
    'PR021',
    'RETURN Challenge("3DS", "issuer asks") WHEN @"card.threeDs".IgnoreCaseEquals("required")',
    { card: { threeDs: 'REQUIRED' } },
    { card: { threeDs: 'optional' } },
  ),
  rule(
    'PR022',
    'RETURN Reject("code") WHEN @"card.cvvResult" == "Fail"',
    { card: { cvvResult: 'Fail' } },
    { card: {} },
  ),
  rule(
    'PR026',
    'RETURN Approve("small") WHEN Exists(@"amountInUsd") && @"amountInUsd" < 10',
    { amountInUsd: 9.99 },
    { amountInUsd: 10 },
  ),
  rule(
    'PR028',
    'RETURN Reject("high") WHEN @"risk.level".IgnoreCaseEquals("high")',
    { risk: { level: 'High' } },
    { risk: { level: 'normal' } },
  ),
  rule(
    'PR031',
    'RETURN Review("prepaid") WHEN @"amountInUsd" > 1000 && BIN.Lookup(@"payment.bin").cardCategory == "Prepaid"',
    { amountInUsd: 1001, payment: { bin: '522222' } },
    { amountInUsd: 1001, payment: { bin: '411111' } },
  ),
  rule(
    'PR032',
    'RETURN Approve("call centre") WHEN ContainsKey("Call centres", "IP", @"ip")',
    { ip: '20.0.0.1' },
    { ip: '20.0.0.2' },
  ),
  scored('PR034', 'RETURN Reject("score") WHEN Model.Risk().Score > 750', 751, 750),
  {
    id: 'PR035',
    text: 'RETURN Reject("countries") WHEN BIN.Lookup(@"payment.bin").countryCode != Geo.CountryCode(@"ip") && Model.Risk().Score > 500',
    fires: card('522222', 'DE'),
    not: card('411111', 'DE'),
    scores: { fires: 501, not: 999 },
  },
  rule(
    'PR038',
    'RETURN Review("over a hundred pounds") WHEN @"amountInGbp" > 100',
    { amountInGbp: 100.01 },
    { amountInGbp: 100 },
  ),
  scored('PR041', 'RETURN Reject("model") WHEN Model.Risk().Score > 900', 901, 900),
  scored(
    'PR042',
    'LET $s = Model.Risk().Score.AsDouble()\nRETURN Review("model") WHEN $s > 400 && $s <= 900',
    900,
    400,
  ),
  rule(
    'PR044',
    'RETURN Reject("mail") WHEN ContainsKey("Blocked mails", "Email", @"user.email")',
    { user: { email: 'BAD@shop.example' } },
    { user: { email: 'a@shop.example' } },
  ),
  rule(
    'PR046',
    'RETURN Review("market") WHEN Geo.MarketCode(@"ip") != @"product.market"',
    { ip: '20.0.0.2', product: { market: 'EMEA' } },
    { ip: '20.0.0.1', product: { market: 'EMEA' } },
  ),
  rule(
    'PR047',
    'RETURN Reject("risky mail: " + @"user.email") WHEN ContainsKey("Risky mails", "Email", @"user.email")',
    { user: { email: 'risk@shop.example' } },
    { user: {} },
  ),
  {
    id: 'PR049',
    text: 'RETURN Reject("amount and score") WHEN @"amount" >= 199.99 && Model.Risk().Score > 700',
    fires: { amount: 199.99 },
    not: { amount: 199.98 },
    scores: { fires: 701, not: 701 },
  },
  rule(
    'PR056',
    `${points(30)} WHEN @"result" == "Fail" && @"device.isNewForUser"`,
    { result: 'Fail', device: { isNewForUser: true } },
    { result: 'Success', device: { isNewForUser: true } },
  ),
  rule(
    'PR057',
    'RETURN Challenge("SMS", "new place") WHEN @"device.isNewForUser" && @"ipFacts.countryIsNew"',
    { device: { isNewForUser: true }, ipFacts: { countryIsNew: true } },
    { device: { isNewForUser: true } },
  ),
  rule(
    'PR058',
    'RETURN Challenge("SMS", "new network") WHEN @"device.isNewForUser" && @"ipFacts.subnetIsNew"',
    { device: { isNewForUser: 'true' }, ipFacts: { subnetIsNew: 1 } },
    { ipFacts: { subnetIsNew: 1 } },
  ),
  rule(
    'PR059',
    'RETURN Challenge("Email", "password") WHEN @"field" == "password" && @"device.isNewForUser"',
    { field: 'password', device: { isNewForUser: true } },
    { field: 'name', device: { isNewForUser: true } },
  ),
  rule(
    'PR060',
    'RETURN Challenge("Email", "password") WHEN @"field" == "password" && @"ipFacts.countryIsNew"',
    { field: 'password', ipFacts: { countryIsNew: true } },
    { field: 'password', ipFacts: { countryIsNew: false } },
  ),
  rule('PR061', `${points(10)} WHEN @"device.languageIsNew"`, { device: { languageIsNew: true } }, {}),
  rule(
    'PR065',
    `${points(10)} WHEN @"user.name".ContainsAny(CharSet.Numeric)`,
    { user: { name: 'Ann3 Lee' } },
    { user: { name: 'Ann Lee' } },
  ),
  rule(
    'PR066',
    `LET $at = @"user.email".IndexOf("@")\n${points(10)} WHEN $at > 0 && @"user.email".Substring(0, $at).ContainsOnly(CharSet.Numeric)`,
    { user: { email: '12345@mail.example' } },
    { user: { email: 'a12345@mail.example' } },
  ),
  rule(
    'PR067',
    `${points(10)} WHEN @"user.email".Contains("@") && !Patterns.IsRegexMatch("^[^@]*[aeiouyAEIOUY][^@]*@", @"user.email")`,
    { user: { email: 'xkcd9@mail.example' } },
    { user: { email: 'ann@mail.example' } },
  ),
  rule(
    'PR068',
    'RETURN Reject("throw-away") WHEN @"emailFacts.isDisposable"',
    { emailFacts: { isDisposable: true } },
    { emailFacts: { isDisposable: false } },
  ),
  rule(
    'PR069',
    `${points(10)} WHEN @"emailFacts.isFree" && Exists(@"emailFacts.breaches") && @"emailFacts.breaches" == 0`,
    { emailFacts: { isFree: true, breaches: 0 } },
    { emailFacts: { isFree: true } },
  ),
  rule(
    'PR072',
    `${points(10)} WHEN Exists(@"phoneCountry") && !(@"user.ipCountries" == @"phoneCountry")`,
    { phoneCountry: 'SE', user: { ipCountries: ['DE', 'FR'] } },
    { phoneCountry: 'FR', user: { ipCountries: ['DE', 'FR'] } },
  ),
  rule(
    'PR075',
    'RETURN Reject("blocked") WHEN ContainsKey("Blocked IPs", "IP", @"ip") || ContainsKey("Blocked mails", "Email", @"user.email") || ContainsKey("Blocked phones", "Phone", @"user.phone")',
    { user: { phone: '+4612345' } },
    { ip: '20.0.0.1', user: { phone: '+46' } },
  ),
  rule(
    'PR076',
    `${points(10)} WHEN Exists(@"date") && @"date".ToDateTime().Hour < 5`,
    { date: '2025-06-15T04:59:00Z' },
    { date: '2025-06-15T05:00:00Z' },
  ),
  rule(
    'PR077',
    `${points(10)} WHEN @"device.userAgent".IsNullOrEmpty()`,
    { device: { userAgent: '' } },
    { device: { userAgent: 'x' } },
  ),
  rule(
    'PR078',
    'RETURN Review("foreign, three times the usual"), Output(points = 75) WHEN @"country" != @"user.home" && !(@"user.usualCountries" == @"country") && @"amount" > @"user.average" * 3',
    { country: 'BR', amount: 301, user: { home: 'DE', usualCountries: ['FR'], average: 100 } },
    { country: 'FR', amount: 301, user: { home: 'DE', usualCountries: ['FR'], average: 100 } },
  ),
  rule(
    'PR079',
    `RETURN Review("foreign at night"), Output(points = 65) WHEN @"country" != @"user.home" && @"amount" > @"user.average" * 2 && ${night}`,
    { country: 'BR', amount: 201, date: '2025-06-15T22:30:00Z', user: { home: 'DE', average: 100 } },
    { country: 'BR', amount: 201, date: '2025-06-15T12:30:00Z', user: { home: 'DE', average: 100 } },
  ),
  rule(
    'PR082',
    `${points(50)} WHEN @"amount" > @"user.average" * 2 && ${night}`,
    { amount: 201, date: '2025-06-15T05:30:00Z', user: { average: 100 } },
    { amount: 199, date: '2025-06-15T05:30:00Z', user: { average: 100 } },
  ),
  rule('PR084', 'LET $p = @"points".ToInt32()\nRETURN Reject("points") WHEN $p > 75', { points: 76 }, { points: 75 }),
  rule(
    'PR084b',
    'LET $p = @"points".ToInt32()\nRETURN Review("points") WHEN $p > 60 && $p <= 75',
    { points: 61 },
    { points: 60 },
  ),
  rule(
    'PR085',
    'RETURN Reject("crypto") WHEN @"amount" > 5000 && @"category" == "crypto" && @"device.isNewForUser"',
    purchase('crypto', 5001, { device: { isNewForUser: true } }),
    purchase('crypto', 5001),
  ),
  rule(
    'PR087',
    'RETURN Review("gambling") WHEN @"amount" > 1000 && @"category" == "gambling"',
    purchase('gambling', 1001),
    purchase('books', 1001),
  ),
  rule(
    'PR089',
    'RETURN Review("new account") WHEN @"amount" > 2000 && @"category" == "electronics" && DaysSince(@"user.created") < 30',
    purchase('electronics', 2001, { user: { created: '2025-06-01T00:00:00Z' } }),
    purchase('electronics', 2001, { user: { created: '2025-01-01T00:00:00Z' } }),
  ),
  rule(
    'PR091',
    'RETURN Review("new account") WHEN DaysSince(@"user.created") < 7 && @"category" == "gambling"',
    purchase('gambling', 1, { user: { created: '2025-06-10T00:00:00Z' } }),
    purchase('gambling', 1, { user: { created: '2025-06-01T00:00:00Z' } }),
  ),
  rule(
    'PR093',
    'LET $cap = Lookup("VIPs", "User", @"user.id", "Cap", 0)\nRETURN Approve("known") WHEN ContainsKey("VIPs", "User", @"user.id") && @"amount" <= $cap.ToDouble()',
    { amount: 500, user: { id: 'u1' } },
    { amount: 501, user: { id: 'u1' } },
  ),
  rule(
    'PR094',
    'RETURN Reject("listed") WHEN ContainsKey("Bad names", "Name", @"user.name") || ContainsKey("Blocked mails", "Email", @"user.email") || ContainsKey("Blocked IPs", "IP", @"ip")',
    { user: { name: 'mallory bad' } },
    { user: { name: 'Ann Lee' } },
  ),
  rule(
    'PR095',
    'RETURN Review("addresses") WHEN @"billing.street" + "|" + @"billing.zip" != @"shipping.street" + "|" + @"shipping.zip"',
    { billing: { street: 'a', zip: '1' }, shipping: { street: 'a', zip: '2' } },
    { billing: { street: 'a', zip: '1' }, shipping: { street: 'a', zip: '1' } },
  ),
  rule(
    'PR096',
    'RETURN Review("checks") WHEN @"card.avsLine1" == "Fail" || @"card.avsZip" == "Fail" || @"card.cvvResult" == "Fail"',
    { card: { avsZip: 'Fail' } },
    { card: { avsZip: 'Pass' } },
  ),
  rule(
    'PR097',
    'RETURN Review("purchase order") WHEN @"payments.method" == "PurchaseOrder"',
    { payments: [{ method: 'Card' }, { method: 'PurchaseOrder' }] },
    { payments: [{ method: 'Card' }] },
  ),
  rule(
    'PR098',
    'RETURN Review("abroad") WHEN @"shipping.country" != "US"',
    { shipping: { country: 'CA' } },
    { shipping: { country: 'US' } },
  ),
  rule(
    'PR099',
    'RETURN Review("forwarder") WHEN ContainsKey("Forwarder postcodes", "Zip", @"shipping.zip")',
    { shipping: { zip: '97230' } },
    { shipping: { zip: '10001' } },
  ),
  rule(
    'PR105',
    'RETURN Challenge("SMS", "odd sign-in") WHEN Device.GetSpeedOfTravel(@"session") > 500 || (@"device.isNewForUser" && @"ipFacts.isNew") || @"ipFacts.isVpn"',
    { ipFacts: { isVpn: true } },
    { device: { isNewForUser: true } },
  ),
  rule(
    'PR106',
    'RETURN Reject("hosting") WHEN @"emailFacts.isDisposable" && @"ipFacts.isHosting"',
    { emailFacts: { isDisposable: true }, ipFacts: { isHosting: true } },
    { emailFacts: { isDisposable: true } },
  ),
  rule(
    'PR107',
    'RETURN Approve("office") WHEN In(@"ipFacts.asn", "64500,64501")',
    { ipFacts: { asn: 64501 } },
    { ipFacts: { asn: 64502 } },
  ),
]
