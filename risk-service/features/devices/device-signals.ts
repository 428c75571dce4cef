/**
 * Attributes that the service adds to, or derives from, those that a page collects. Nothing is invented: an
 * unobservable attribute is absent.
 */

export type Attributes = Record<string, string>

const nameShape = /^[a-zA-Z][a-zA-Z0-9]{0,63}$/
const maxAttributes = 250
const maxValueLength = 1000
/** Names of attributes that the service itself observes: a page cannot set them. */
const ownNames = new Set([
  'trueIp',
  'deviceId',
  'botScore',
  'proxy',
  'proxyIp',
  'proxyType',
  'deviceCountryCode',
  'cookieDeviceId',
  'browserUserAgent',
  'browserUserAgentLanguages',
  'profiledDomain',
  'ipVersion',
  'sessionCount',
  'ipAddressHistory',
])

/** Parses the attributes that a page or an app sent: scalars become texts, everything else is left out. */
export function parseAttributes(sent: unknown): Attributes {
  const out: Attributes = {}
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return out
  for (const [name, value] of Object.entries(sent).slice(0, maxAttributes)) {
    if (!nameShape.test(name) || ownNames.has(name)) continue
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    // Cut first: half a surrogate pair at the end would be rejected by the database.
    const text = String(value).replaceAll('\u0000', '').slice(0, maxValueLength).toWellFormed()
    if (text !== '') out[name] = text
  }
  return out
}

/** Returns the attributes in request headers. */
export function headerAttributes(headers: Headers, ip: string | null, country: string | null): Attributes {
  const agent = headers.get('user-agent') ?? ''
  const out: Attributes = {}
  const put = (name: string, value: string | null | undefined): void => {
    if (value != null && value !== '') out[name] = value.slice(0, maxValueLength)
  }
  put('browserUserAgent', agent)
  put('browserUserAgentLanguages', headers.get('accept-language'))
  put('profiledDomain', headers.get('host'))
  put('trueIp', ip)
  put('ipVersion', ip === null ? null : ip.includes(':') ? 'IPv6' : 'IPv4')
  put('deviceCountryCode', country)
  const [browser, version] = browserOf(agent)
  put('userAgentBrowser', browser)
  put('userAgentPlatform', browser === null ? null : `${browser} ${version ?? ''}`.trim())
  put('userAgentOperatingSystem', systemOf(agent))
  put('userAgentMobile', agent === '' ? null : String(/mobile|android|iphone/i.test(agent)))
  put(
    'userAgentType',
    agent === '' ? null : isRobot(agent) ? 'spider' : /mobile|android|iphone|ipad/i.test(agent) ? 'mobile' : 'computer',
  )
  for (const [header, name] of [
    ['sec-ch-ua-platform', 'userAgentHintPlatform'],
    ['sec-ch-ua-mobile', 'userAgentHintMobile'],
    ['sec-ch-ua', 'userAgentHintBrowser'],
  ] as const) {
    put(name, headers.get(header)?.replaceAll('"', ''))
  }
  return out
}

const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
]
function browserOf(agent: string): [string | null, string | undefined] {
  for (const [name, pattern] of browsers) {
    const found = pattern.exec(agent)
    if (found !== null) return [name, found[1]]
  }
  return [null, undefined]
}

function systemOf(agent: string): string | null {
  for (const [name, pattern] of [
    ['Android', /Android/],
    ['iOS', /iPhone|iPad|iPod/],
    ['Windows', /Windows/],
    ['macOS', /Macintosh|Mac OS X/],
    ['ChromeOS', /CrOS/],
    ['Linux', /Linux/],
  ] as const) {
    if (pattern.test(agent)) return name
  }
  return null
}

const isRobot = (agent: string): boolean =>
  /bot\b|crawl|spider|slurp|headless|phantomjs|selenium|puppeteer|playwright|curl\/|wget\/|python|java\/|httpclient/i.test(
    agent,
  )

/**
 * Returns how likely a program controls the session, 0 to 999. Points: declares itself (automation flag, headless) 650;
 * a user agent of a program 600; no languages 150; a screen without size 200; no script 100; cookies off 60; a system
 * by script that differs from the one of the user agent 150. From 40, for a browser without any of these signs.
 */
export function botScoreOf(attributes: Attributes): number {
  const {
    browserUserAgent: agent = '',
    screenResolution: screen,
    platform = '',
    userAgentOperatingSystem: system,
  } = attributes
  let score = 40
  if (attributes.browserAutomation === 'true' || attributes.headlessAppVersion === 'true') score += 650
  if (agent === '' || isRobot(agent)) score += 600
  if (attributes.browserUserAgentLanguages === undefined) score += 150
  if (screen !== undefined && /^0x|x0$/.test(screen)) score += 200
  if (attributes.javaScriptEnabled !== 'true') score += 100
  if (attributes.cookieEnabled === 'false') score += 60
  if (
    (/^win/i.test(platform) && system !== undefined && system !== 'Windows') ||
    (/^mac/i.test(platform) && system !== undefined && system !== 'macOS' && system !== 'iOS')
  )
    score += 150
  return Math.min(999, score)
}

/**
 * Attributes that are stable on a device and differ between devices: sessions are compared only where all of them
 * agree.
 */
const stable = [
  'imageDataUrlHash',
  'unmaskedRenderer',
  'platform',
  'screenResolution',
  'logicalProcessCount',
  'screenColorDepth',
] as const

/**
 * Returns the FNV-1a hash, 64 bit, of the stable attributes; empty when a page sent too few of them to distinguish
 * devices.
 */
export function matchKeyOf(attributes: Attributes): string {
  if (stable.filter(name => attributes[name] !== undefined).length < 4) return ''
  let hash = 0xcbf29ce484222325n
  const text = stable.map(name => attributes[name] ?? '').join('\n')
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  return hash.toString(16)
}

const weights = {
  userAgentBrowser: 0.15,
  userAgentOperatingSystem: 0.15,
  browserUserAgentLanguages: 0.15,
  fontsCount: 0.2,
  pluginsCount: 0.05,
  mimeTypesCount: 0.05,
  timeZone: 0.1,
  trueIp: 0.15,
} as const
/** Share of agreement from which on two sessions with the same stable attributes belong to one device. */
export const sameDeviceThreshold = 0.7

/** Returns the share of agreement of the changeable attributes, 0 to 1; those that neither side has do not count. */
export function similarity(a: Readonly<Attributes>, b: Readonly<Attributes>): number {
  let agreed = 0
  let compared = 0
  for (const [name, weight] of Object.entries(weights)) {
    if (a[name] === undefined && b[name] === undefined) continue
    compared += weight
    if (a[name] === b[name]) agreed += weight
  }
  return compared === 0 ? 0 : agreed / compared
}
