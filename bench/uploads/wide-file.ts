/** A file of purchases with twenty columns of every kind, as one million orders of a shop would be. */

export const wideColumns = [
  ...[
    'PurchaseId',
    'MerchantLocalDate',
    'TotalAmount',
    'Currency',
    'UserId',
    'UserEmail',
    'UserFirstName',
    'UserLastName',
  ],
  ...['IPAddress', 'UserCountryCode', 'UserPhoneNumber', 'Street1', 'City', 'State', 'ZipCode', 'CountryCode'],
  ...['IsGuestCheckout', 'TotalItemCount', 'MerchantProductCategory', 'DeviceId'],
]

const names = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Tim']
const cities = ['Bremen', 'Lyon', 'Porto', 'Cork', 'Malmö', 'Gdańsk', 'Graz', 'Turku']
const countries = ['DE', 'FR', 'PT', 'IE', 'SE', 'PL', 'AT', 'FI']
const currencies = ['EUR', 'USD', 'GBP', 'SEK']
const categories = ['grocery', 'travel', 'games', 'garden', 'books']
const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

function rowOf(row: number, isQuoted: boolean): string {
  const time = new Date(1_700_000_000_000 + row * 37_013).toISOString()
  const quote = isQuoted ? '"' : ''
  const street = isQuoted ? `"${row % 300} Main Street, Flat ""${row % 9}"""` : `${row % 300} Main Street`
  return [
    `p-${10_000_000 + row}`,
    time,
    ((row * 7919) % 100_000) / 100,
    at(currencies, row),
    `u-${(row * 31) % 400_000}`,
    `user${(row * 31) % 400_000}@example.com`,
    `${quote}${at(names, row * 3)}${quote}`,
    `${quote}${at(names, row * 5)}son${quote}`,
    `203.0.${row % 250}.${(row * 3) % 250}`,
    at(countries, row),
    `+49-${3_000_000_000 + row}`,
    street,
    `${quote}${at(cities, row)}${quote}`,
    at(countries, row * 7),
    10_000 + (row % 80_000),
    at(countries, row),
    row % 3 === 0 ? 'True' : 'False',
    1 + (row % 9),
    at(categories, row),
    `d${((row * 2_654_435_761) % 4_294_967_296).toString(36)}`,
  ].join(',')
}

/** Returns the bytes of a file of about a size. */
export function wideFile(size: number, isQuoted: boolean): Uint8Array {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(size + 1024)
  let length = encoder.encodeInto(`${wideColumns.join(',')}\r\n`, bytes).written
  for (let row = 0; length < size; row++)
    length += encoder.encodeInto(`${rowOf(row, isQuoted)}\r\n`, bytes.subarray(length)).written
  return bytes.subarray(0, length)
}
