/** One purchase of a planted group; what is shared has the same text. */
export interface PlantedPurchase {
  id: string
  user: string
  email: string
  phone: string
  device: string
  card: string
  street: string
  ip: string
  /** Before the demo begins. */
  daysAgo: number
  /** Confirmed as fraud later. */
  fraud: boolean
}
const groupNames = ['star', 'chain', 'locker', 'crew', 'dormitory', 'companyCard', 'carrier'] as const
/** Accounts that belong together: a ring of fraudsters, or people who share something for an honest reason. */
export interface PlantedGroup {
  name: (typeof groupNames)[number]
  ring: boolean
  purchases: readonly PlantedPurchase[]
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const twoDigits = (n: number): string => String(n + 1).padStart(2, '0')
/** First names of accounts; a ring numbers them. */
const names = ['mira', 'orla', 'tessa', 'ida', 'petra', 'finn', 'jonas', 'lene', 'karl', 'elin'] as const

/** Returns a purchase of an account that shares nothing, apart from what is named. */
function purchase(
  group: PlantedGroup['name'],
  account: number,
  nth: number,
  shared: Partial<PlantedPurchase> & Pick<PlantedPurchase, 'daysAgo'>,
): PlantedPurchase {
  const own = `${group}-${twoDigits(account)}`
  // Different for each group, so that no two of them share a street, a telephone or a network by chance.
  const number = groupNames.indexOf(group)
  return {
    id: `R-${own}-${nth + 1}`,
    user: `u-${own}`,
    email: `${names[account % names.length]}.${own}@mail.example`,
    phone: `+32 4${60 + number} ${String(100_000 + account * 37).slice(0, 6)}`,
    device: `dv-${own}`,
    card: `pi-${own}`,
    street: `${names[account % names.length]}straat ${number * 60 + account + 1}`,
    ip: `198.18.${number}.${account + 10}`,
    fraud: false,
    ...shared,
  }
}

/** Eight accounts on one phone, two on each card. */
const star: PlantedGroup = {
  name: 'star',
  ring: true,
  purchases: numbers(16).map(n =>
    purchase('star', n % 8, n >> 3, {
      device: 'dv_7f3a19e4c210',
      card: `pi-star-pair-${(n % 8) >> 1}`,
      daysAgo: 6 - n / 4,
      fraud: n < 6,
    }),
  ),
}
/** Six accounts: each pays with its own card first, then with that of the next. */
const chain: PlantedGroup = {
  name: 'chain',
  ring: true,
  purchases: numbers(12).map(n =>
    purchase('chain', n >> 1, n % 2, {
      card: `pi-chain-${(n >> 1) + (n % 2)}`,
      daysAgo: 20 - n * 0.7,
      fraud: n % 2 === 0 && n < 10,
    }),
  ),
}
/** Nine accounts with numbered addresses of mail at one parcel locker; three share a telephone. */
const locker: PlantedGroup = {
  name: 'locker',
  ring: true,
  purchases: numbers(18).map(n =>
    purchase('locker', n % 9, Math.floor(n / 9), {
      street: 'Parcel locker 114',
      email: `mira.t${twoDigits(n % 9)}@postbox.example`,
      phone: `+32 470 55 00 1${Math.floor((n % 9) / 3)}`,
      daysAgo: 35 - n / 2,
      fraud: n < 5,
    }),
  ),
}
/** Fifty accounts on five devices, with ten cards that lead from one device to the next. */
const crew = (device: string): PlantedGroup => ({
  name: 'crew',
  ring: true,
  purchases: numbers(60).map(n => {
    const account = n % 50
    return purchase('crew', account, Math.floor(n / 50), {
      device: account % 5 === 0 ? device : `dv-crew-shared-${account % 5}`,
      card: `pi-crew-shared-${Math.floor(account / 5)}`,
      daysAgo: 9 - n / 10,
      fraud: n < 25,
    })
  }),
})
/** A student residence: one address, room-mates share a telephone, and nothing else. */
const dormitory: PlantedGroup = {
  name: 'dormitory',
  ring: false,
  purchases: numbers(52).map(n =>
    purchase('dormitory', n % 26, Math.floor(n / 26), {
      street: 'Campuslaan 1',
      phone: `+32 470 66 00 ${twoDigits((n % 26) >> 1)}`,
      daysAgo: 84 - n * 1.6,
    }),
  ),
}
/** Seven colleagues order with the card of their company to its office. */
const companyCard: PlantedGroup = {
  name: 'companyCard',
  ring: false,
  purchases: numbers(35).map(n =>
    purchase('companyCard', n % 7, Math.floor(n / 7), {
      card: 'pi-company',
      street: 'Kanaaldok 12',
      daysAgo: 83 - n * 2.3,
    }),
  ),
}
/** Strangers behind one address of a mobile carrier. */
const carrier: PlantedGroup = {
  name: 'carrier',
  ring: false,
  purchases: numbers(24).map(n => purchase('carrier', n, 0, { ip: '198.18.200.7', daysAgo: 30 - n })),
}

/**
 * Returns the groups of the demo in which rings are found, and those that must not be taken for rings.
 * @param device of a purchase that was rejected: fifty accounts gather around it
 */
export const plantedGroups = (device: string): readonly PlantedGroup[] => [
  star,
  chain,
  locker,
  crew(device),
  dormitory,
  companyCard,
  carrier,
]
