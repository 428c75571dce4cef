import Bowser from 'bowser'
import { isbot } from 'isbot'
import { memoise } from '../lib/memoise.ts'

/** Under the names of the device attributes; facts that a user agent lacks are left out. */
export type UserAgentFacts = Readonly<
  Partial<
    Record<
      | 'userAgentBrowser'
      | 'userAgentPlatform'
      | 'userAgentOperatingSystem'
      | 'userAgentDeviceFamily'
      | 'userAgentMobile'
      | 'userAgentType',
      string
    >
  >
>

const maxUserAgentLength = 1024

const facts = memoise((text: string): UserAgentFacts => {
  const { browser, os, platform } = Bowser.parse(text)
  const bot = isbot(text)
  const type = bot
    ? 'spider'
    : platform.type === 'desktop'
      ? 'computer'
      : platform.type === 'mobile' || platform.type === 'tablet'
        ? 'mobile'
        : undefined
  const found: Record<string, string | undefined> = {
    userAgentBrowser: browser.name,
    userAgentPlatform: browser.name && browser.version ? `${browser.name} ${browser.version}` : browser.name,
    userAgentOperatingSystem: os.name,
    userAgentDeviceFamily: platform.model ?? platform.vendor,
    userAgentType: type,
    userAgentMobile: type === undefined || bot ? undefined : String(type === 'mobile'),
  }
  return Object.freeze(
    Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== '')),
  )
}, 2048)

const noFacts: UserAgentFacts = Object.freeze({})

/** Returns the facts in the text of a user agent, as the client states them. */
export function userAgentFacts(text: string | null): UserAgentFacts {
  return text === null || text.trim() === '' ? noFacts : facts(text.slice(0, maxUserAgentLength))
}

/** The families by which reports group user agents; null: unknown. */
export interface UserAgentFamilies {
  osFamily: string | null
  /** The family with its version, as far as the user agent states it. */
  operatingSystem: string | null
  browserFamily: string | null
}

const families = memoise((text: string): UserAgentFamilies => {
  const { browser, os } = Bowser.parse(text)
  const osFamily = os.name ?? null
  // The name of a version, such as that of Windows, is what people know; its number is not.
  const version = os.name === 'Windows' ? os.versionName?.replace(/^NT\s*/, '') : os.version
  return Object.freeze({
    osFamily,
    operatingSystem: osFamily !== null && version ? `${osFamily} ${version}` : osFamily,
    browserFamily: browser.name ?? null,
  })
}, 2048)

const noFamilies: UserAgentFamilies = Object.freeze({ osFamily: null, operatingSystem: null, browserFamily: null })

/** Returns operating system and browser of a user agent, as the client states them. */
export const userAgentFamilies = (text: string | null): UserAgentFamilies =>
  text === null || text.trim() === '' ? noFamilies : families(text.slice(0, maxUserAgentLength))
