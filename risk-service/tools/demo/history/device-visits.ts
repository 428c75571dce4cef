import { fnvHash } from '../../../engine/lib/fnv-hash.ts'
import {
  type Attributes,
  botScoreOf,
  headerAttributes,
  parseAttributes,
} from '../../../features/devices/device-signals.ts'
import type { PastSession } from '../../../features/devices/device-store.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { createRandom, type Random } from './random.ts'

/** Attributes that a kind of device exposes to any page, as the collecting script reads them. */
interface DeviceModel {
  weight: number
  agent: string
  platform: string
  screen: string
  cores: number
  renderer: string
  fonts: number
  hints: string | null
}

const chrome = (system: string, version: number, mobile = ''): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${mobile}Safari/537.36`
const models: readonly DeviceModel[] = [
  {
    weight: 14,
    agent: chrome('Linux; Android 10; K', 138, 'Mobile '),
    platform: 'Linux armv81',
    screen: '393x873',
    cores: 8,
    renderer: 'Adreno (TM) 740',
    fonts: 21,
    hints: 'Android',
  },
  {
    weight: 11,
    agent: chrome('Linux; Android 10; K', 137, 'Mobile '),
    platform: 'Linux armv81',
    screen: '412x915',
    cores: 8,
    renderer: 'Mali-G715',
    fonts: 20,
    hints: 'Android',
  },
  {
    weight: 7,
    agent: chrome('Linux; Android 10; K', 131, 'Mobile '),
    platform: 'Linux armv81',
    screen: '360x800',
    cores: 8,
    renderer: 'Mali-G57 MC2',
    fonts: 20,
    hints: 'Android',
  },
  {
    weight: 16,
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    platform: 'iPhone',
    screen: '393x852',
    cores: 4,
    renderer: 'Apple GPU',
    fonts: 33,
    hints: null,
  },
  {
    weight: 8,
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
    platform: 'iPhone',
    screen: '390x844',
    cores: 4,
    renderer: 'Apple GPU',
    fonts: 33,
    hints: null,
  },
  {
    weight: 14,
    agent: chrome('Windows NT 10.0; Win64; x64', 138),
    platform: 'Win32',
    screen: '1920x1080',
    cores: 8,
    renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620)',
    fonts: 48,
    hints: 'Windows',
  },
  {
    weight: 7,
    agent: `${chrome('Windows NT 10.0; Win64; x64', 138)} Edg/138.0.0.0`,
    platform: 'Win32',
    screen: '1536x864',
    cores: 12,
    renderer: 'ANGLE (Intel, Intel(R) Iris(R) Xe Graphics)',
    fonts: 51,
    hints: 'Windows',
  },
  {
    weight: 5,
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
    platform: 'Win32',
    screen: '2560x1440',
    cores: 16,
    renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060)',
    fonts: 47,
    hints: null,
  },
  {
    weight: 8,
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    platform: 'MacIntel',
    screen: '1512x982',
    cores: 8,
    renderer: 'Apple M2',
    fonts: 62,
    hints: null,
  },
  {
    weight: 4,
    agent: chrome('Macintosh; Intel Mac OS X 10_15_7', 138),
    platform: 'MacIntel',
    screen: '1728x1117',
    cores: 10,
    renderer: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M3 Pro)',
    fonts: 62,
    hints: 'macOS',
  },
  {
    weight: 2,
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    platform: 'Linux x86_64',
    screen: '1920x1200',
    cores: 8,
    renderer: 'Mesa Intel(R) UHD Graphics 630',
    fonts: 39,
    hints: null,
  },
]
const robot: DeviceModel = {
  weight: 0,
  agent: chrome('X11; Linux x86_64', 126).replace('Chrome', 'HeadlessChrome'),
  platform: 'Linux x86_64',
  screen: '800x600',
  cores: 2,
  renderer: 'Google SwiftShader',
  fonts: 4,
  hints: 'Linux',
}

interface Device {
  id: string
  cookie: string
  botScore: number
  attributes: Attributes
}
/** One visit of a device to a page of a shop. */
export interface Visit {
  environmentId: string
  sessionId: string
  at: number
  device: string
  ip: string
  language: string
  country: string
  page: 'SI' | 'SU' | 'P'
  automated?: boolean
}

const zones: Readonly<Record<string, readonly [string, number]>> = {
  DE: ['Europe/Berlin', 60],
  FR: ['Europe/Paris', 60],
  NL: ['Europe/Amsterdam', 60],
  ES: ['Europe/Madrid', 60],
  PL: ['Europe/Warsaw', 60],
  GB: ['Europe/London', 0],
  US: ['America/Chicago', -360],
}

const uuid = (random: Random): string =>
  `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`

/**
 * Returns a function that creates sessions as the intake would: the same device has the same hardware, browser and
 * cookie on every visit.
 */
export function createVisitGenerator(): (visit: Visit) => PastSession {
  const devices = new Map<string, Device>()
  return visit => {
    const { environmentId, sessionId, at, ip, page } = visit
    const device = devices.get(visit.device) ?? deviceOf(visit)
    devices.set(visit.device, device)
    const country = ipCountry(ip)
    const attributes: Attributes = {
      ...device.attributes,
      trueIp: ip,
      ipVersion: 'IPv4',
      ...(country === null ? {} : { deviceCountryCode: country }),
    }
    return {
      environmentId,
      sessionId,
      at: new Date(at),
      pageId: page,
      deviceId: device.id,
      cookieId: device.cookie,
      ip,
      botScore: device.botScore,
      attributes,
    }
  }
}

function deviceOf({ device, language, country, automated = false }: Visit): Device {
  const random = createRandom(fnvHash(device))
  const { agent, platform, screen, cores, renderer, fonts, hints } = automated
    ? robot
    : random.weighted(models.map(each => [each, each.weight] as const))
  const [zone, offset] = zones[country] ?? ['Etc/UTC', 0]
  const mobile = /Mobile/.test(agent)
  const headers = new Headers({
    'user-agent': agent,
    host: 'checkout.harbor.example',
    ...(automated ? {} : { 'accept-language': `${language},${language.slice(0, 2)};q=0.9` }),
    ...(hints === null ? {} : { 'sec-ch-ua-platform': `"${hints}"`, 'sec-ch-ua-mobile': mobile ? '?1' : '?0' }),
  })
  const attributes: Attributes = {
    ...parseAttributes({
      javaScriptEnabled: true,
      cookieEnabled: !automated,
      platform,
      scriptUserAgent: agent,
      scriptUserAgentLanguages: automated ? '' : language,
      browserAutomation: automated,
      headlessAppVersion: automated,
      isChromium: /Chrome/.test(agent),
      logicalProcessCount: cores,
      onlineStatus: true,
      screenResolution: screen,
      screenColorDepth: 24,
      timeZone: zone,
      timeZoneOffset: offset,
      imageDataUrlHash: random.hex(8),
      unmaskedRenderer: renderer,
      fontsCount: fonts + random.below(4),
      pluginsCount: mobile ? 0 : 5,
      mimeTypesCount: mobile ? 0 : 2,
    }),
    ...headerAttributes(headers, null, null),
  }
  return { id: uuid(random), cookie: uuid(random), botScore: botScoreOf(attributes), attributes }
}
