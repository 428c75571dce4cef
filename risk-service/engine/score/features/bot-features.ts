import type { Direction } from '../statistics/bins.ts'

/** Features of the bot model, all from the fingerprinted session alone: [id, direction, meaning, computation]. */
const featureList = [
  [
    'automation',
    'rising',
    'The browser says that a program drives it',
    'browserAutomation or headlessAppVersion is true',
  ],
  ['robotAgent', 'rising', 'The user agent is that of a program', 'userAgentType is spider, or there is no user agent'],
  ['noLanguages', 'rising', 'No languages are accepted', 'browserUserAgentLanguages is absent'],
  ['noScript', 'rising', 'No script ran', 'javaScriptEnabled is not true'],
  ['noCookies', 'rising', 'Cookies are off', 'cookieEnabled is false'],
  ['emptyScreen', 'rising', 'A screen without size', 'screenResolution has a 0 in it'],
  ['proxy', 'rising', 'Behind a proxy', 'proxy is true'],
  ['emulator', 'rising', 'Emulated or rooted device', 'isDeviceEmulator or isDeviceRooted is true'],
  ['plugins', null, 'Plug-ins of the browser', 'pluginsCount'],
  ['fonts', null, 'Fonts of the device', 'fontsCount'],
  ['processors', null, 'Logical processors', 'logicalProcessCount'],
  ['onPageTime', null, 'Time on the page', 'onPageTime, milliseconds'],
  ['roundTrip', null, 'Round trip to the browser', 'roundTripTime, milliseconds'],
  ['sessions', 'falling', 'Sessions of this browser', 'sessionCount: sessions seen with its cookie'],
  ['shippedScore', 'rising', 'Score of the shipped bot model', 'botScore of the session'],
] as const satisfies readonly (readonly [string, Direction, string, string])[]

export type BotFeature = (typeof featureList)[number][0]
export const botFeatures: readonly (readonly [
  id: BotFeature,
  direction: Direction,
  means: string,
  computed: string,
])[] = featureList

type Attributes = Readonly<Record<string, unknown>>

const numberOf = (value: unknown): number | null => {
  const found =
    typeof value === 'string' && value.trim() !== ''
      ? Number(/^-?[\d.]+/.exec(value.trim())?.[0] ?? Number.NaN)
      : typeof value === 'number'
        ? value
        : Number.NaN
  return Number.isFinite(found) ? found : null
}
const flag = (...values: unknown[]): number | null =>
  values.every(value => value === undefined) ? null : Number(values.includes('true') || values.includes(true))

/** Computes the features from the attributes of a session. Pure; null is unknown. */
export function computeBotFeatures(attributes: Attributes): Record<BotFeature, number | null> {
  const { browserUserAgent: agent, userAgentType, screenResolution: screen } = attributes
  return {
    automation: flag(attributes.browserAutomation, attributes.headlessAppVersion),
    robotAgent: Number(agent === undefined || agent === '' || userAgentType === 'spider'),
    noLanguages: Number(attributes.browserUserAgentLanguages === undefined),
    noScript: Number(String(attributes.javaScriptEnabled) !== 'true'),
    noCookies: attributes.cookieEnabled === undefined ? null : Number(String(attributes.cookieEnabled) === 'false'),
    emptyScreen: typeof screen === 'string' ? Number(/^0x|x0$/.test(screen)) : null,
    proxy: flag(attributes.proxy),
    emulator: flag(attributes.isDeviceEmulator, attributes.isDeviceRooted),
    plugins: numberOf(attributes.pluginsCount),
    fonts: numberOf(attributes.fontsCount),
    processors: numberOf(attributes.logicalProcessCount),
    onPageTime: numberOf(attributes.onPageTime),
    roundTrip: numberOf(attributes.roundTripTime),
    sessions: numberOf(attributes.sessionCount),
    shippedScore: numberOf(attributes.botScore),
  }
}
