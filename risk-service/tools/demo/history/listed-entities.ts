import type { Address } from './customers.ts'
import { createRandom } from './random.ts'

/** Forwarding agents: parcels to them leave the country. A custom list of the demo contains their postcodes. */
export const forwarders: readonly Address[] = [
  { street1: 'Hafenkante 12', city: 'Bremerhaven', zipCode: '27568', country: 'DE' },
  { street1: 'Zeekade 4', city: 'Vlissingen', zipCode: '4382 NX', country: 'NL' },
  { street1: 'Quai du Fret 9', city: 'Le Havre', zipCode: '76600', country: 'FR' },
  { street1: 'Muelle Sur 31', city: 'Algeciras', zipCode: '11201', country: 'ES' },
  { street1: 'ul. Portowa 8', city: 'Gdynia', zipCode: '81-339', country: 'PL' },
  { street1: 'Dock Road 77', city: 'Felixstowe', zipCode: 'IP11 3SY', country: 'GB' },
  { street1: 'Cargo Way 410', city: 'New Castle', zipCode: '19720', country: 'US' },
  { street1: 'Airport Boulevard 1190', city: 'Portland', zipCode: '97230', country: 'US' },
]

/**
 * Mail addresses and devices of earlier thieves: on the support lists before the history begins, and some occur again.
 */
export const listedMails: readonly string[] = [
  'deal.hunter',
  'quick.order',
  'top.buyer',
  'best.price',
  'shop.runner',
  'parcel.king',
  'order.fast',
  'buy.more',
].map((name, index) => `${name}${71 + index}@web.example`)
const deviceIds = createRandom(5_120_447)
export const listedDevices: readonly string[] = Array.from({ length: 6 }, () => `dv_${deviceIds.hex(14)}`)
/** Customers who were cleared after a mistake: always approved. */
export const clearedMails: readonly string[] = [
  'accounts@firm.example',
  'office.supplies@firm.example',
  'purchasing@firm.example',
]
/** Mail hosts with temporary addresses of ten minutes for anybody. */
export const disposableMailHosts: readonly string[] = [
  'tenmin.example',
  'dropmail.example',
  'onebox.example',
  'burner.example',
]
