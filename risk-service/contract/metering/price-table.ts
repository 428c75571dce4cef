import { type MeteredCapability, meteredCapabilities } from './metering-definitions.ts'

/** Dollars per month and tenant. */
export const monthlyFee = 12

/** A band of prices: dollars for each unit up to a number of units; null: for all further ones. */
export interface PriceBand {
  upTo: number | null
  price: number
}

/** Prices by capability. Bands are graduated: each unit costs what its own band says. */
export const priceTable: Readonly<Record<MeteredCapability, readonly PriceBand[]>> = {
  account: [
    { upTo: 100_000, price: 0.01 },
    { upTo: 1_300_000, price: 0.0075 },
    { upTo: null, price: 0.005 },
  ],
  purchase: [
    { upTo: 10_000, price: 0.1 },
    { upTo: 300_000, price: 0.075 },
    { upTo: null, price: 0.05 },
  ],
  lossPrevention: [
    { upTo: 20_000, price: 0.05 },
    { upTo: 160_000, price: 0.0375 },
    { upTo: null, price: 0.025 },
  ],
}

export interface PricedBand extends PriceBand {
  /** First unit of the band, counted from 0. */
  from: number
  units: number
  dollars: number
}

/** Hundredths of a cent are the smallest part of a price: sums of products of decimals have no place after them. */
const exact = (dollars: number): number => Math.round(dollars * 10_000) / 10_000

/** Returns the bands of a capability with the units that fall into each, and what they cost. */
export function priceUnits(capability: MeteredCapability, units: number): PricedBand[] {
  let from = 0
  return priceTable[capability].map(band => {
    const start = from
    const counted = Math.max(0, Math.min(units, band.upTo ?? Infinity) - start)
    from = band.upTo ?? start
    return { ...band, from: start, units: counted, dollars: exact(counted * band.price) }
  })
}

/** Returns what the units of a month cost with the monthly fee, in dollars. */
export function priceMonth(units: Readonly<Record<MeteredCapability, number>>): number {
  const bands = meteredCapabilities.flatMap(capability => priceUnits(capability, units[capability]))
  return exact(monthlyFee + bands.reduce((sum, { dollars }) => sum + dollars, 0))
}
