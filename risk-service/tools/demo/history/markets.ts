/**
 * Countries of the demo's customers: invented people and streets in real towns; address ranges of large access
 * networks.
 */
export interface Market {
  country: string
  currency: string
  language: string
  dial: string
  /** First two numbers of addresses that the registry assigns to this country. */
  networks: readonly string[]
  cities: readonly (readonly [city: string, postcode: string])[]
  streets: readonly string[]
  first: readonly string[]
  last: readonly string[]
  rhythm: Rhythm
  /** Rate of a euro in the country's currency, for its prices. */
  euro: number
}

/** Times at which people of a country shop. */
interface Rhythm {
  /** Hours ahead of UTC; the hour of summer time is ignored, because it is invisible in a rhythm. */
  offset: number
  /** Hours by which the evening is later than in the north. */
  late: number
  /** Traffic of a Saturday or Sunday relative to other countries. */
  weekend: number
}

export const markets: readonly Market[] = [
  {
    country: 'DE',
    rhythm: { offset: 1, late: 0, weekend: 0.9 },
    euro: 1,
    currency: 'EUR',
    language: 'de-DE',
    dial: '+49',
    networks: ['91.4', '91.7', '87.128', '79.192'],
    cities: [
      ['Hamburg', '20357'],
      ['Berlin', '10245'],
      ['Köln', '50667'],
      ['München', '80331'],
      ['Leipzig', '04109'],
      ['Bremen', '28195'],
    ],
    streets: ['Weidenallee', 'Lindenweg', 'Hafenstraße', 'Am Anger', 'Gartenstraße', 'Mühlenweg'],
    first: ['Mirela', 'Jonas', 'Lena', 'Emre', 'Katrin', 'Felix', 'Nadine', 'Ole', 'Svenja', 'Tarek'],
    last: ['Tanev', 'Brandt', 'Kaya', 'Lorenz', 'Petersen', 'Voigt', 'Ahrens', 'Demir', 'Sommer', 'Krüger'],
  },
  {
    country: 'FR',
    rhythm: { offset: 1, late: 1, weekend: 1 },
    euro: 1,
    currency: 'EUR',
    language: 'fr-FR',
    dial: '+33',
    networks: ['90.2', '86.192', '92.128', '83.112'],
    cities: [
      ['Lyon', '69002'],
      ['Lille', '59000'],
      ['Nantes', '44000'],
      ['Paris', '75011'],
      ['Toulouse', '31000'],
    ],
    streets: ['rue des Tanneurs', 'avenue Foch', 'rue du Port', 'place du Marché', 'rue Pasteur'],
    first: ['Camille', 'Louis', 'Inès', 'Mathis', 'Aïcha', 'Hugo', 'Élise', 'Yanis'],
    last: ['Moreau', 'Lefèvre', 'Benali', 'Garnier', 'Roche', 'Chevalier', 'Dubois', 'Marchand'],
  },
  {
    country: 'NL',
    rhythm: { offset: 1, late: 0, weekend: 1.05 },
    euro: 1,
    currency: 'EUR',
    language: 'nl-NL',
    dial: '+31',
    networks: ['145.53', '77.160', '84.24', '94.208'],
    cities: [
      ['Utrecht', '3511 AB'],
      ['Rotterdam', '3011 GD'],
      ['Eindhoven', '5611 EM'],
      ['Groningen', '9711 LM'],
    ],
    streets: ['Oudegracht', 'Kerkstraat', 'Dorpsweg', 'Molenlaan', 'Havenkade'],
    first: ['Sanne', 'Daan', 'Fleur', 'Bram', 'Noor', 'Thijs', 'Meryem'],
    last: ['de Vries', 'Bakker', 'Visser', 'Yilmaz', 'Smit', 'van Dijk', 'Mulder'],
  },
  {
    country: 'ES',
    rhythm: { offset: 1, late: 2, weekend: 1.1 },
    euro: 1,
    currency: 'EUR',
    language: 'es-ES',
    dial: '+34',
    networks: ['83.32', '88.0', '95.16', '79.144'],
    cities: [
      ['Valencia', '46002'],
      ['Sevilla', '41001'],
      ['Bilbao', '48001'],
      ['Madrid', '28004'],
    ],
    streets: ['calle Mayor', 'avenida del Puerto', 'calle Luna', 'plaza Nueva'],
    first: ['Lucía', 'Mateo', 'Carmen', 'Iker', 'Noa', 'Pablo'],
    last: ['Ortega', 'Vidal', 'Ramos', 'Etxeberria', 'Castro', 'Molina'],
  },
  {
    country: 'PL',
    rhythm: { offset: 1, late: 0, weekend: 1.1 },
    euro: 4.3,
    currency: 'PLN',
    language: 'pl-PL',
    dial: '+48',
    networks: ['83.0', '79.184', '83.24'],
    cities: [
      ['Kraków', '31-001'],
      ['Gdańsk', '80-831'],
      ['Poznań', '61-001'],
    ],
    streets: ['ul. Długa', 'ul. Lipowa', 'ul. Szkolna'],
    first: ['Zofia', 'Jakub', 'Hanna', 'Antoni'],
    last: ['Nowak', 'Wójcik', 'Kaczmarek', 'Zając'],
  },
  {
    country: 'GB',
    rhythm: { offset: 0, late: 0, weekend: 1.15 },
    euro: 0.86,
    currency: 'GBP',
    language: 'en-GB',
    dial: '+44',
    networks: ['86.128', '81.128', '90.192', '82.0'],
    cities: [
      ['Leeds', 'LS1 4AP'],
      ['Bristol', 'BS1 5TR'],
      ['Glasgow', 'G1 1XQ'],
    ],
    streets: ['High Street', 'Station Road', 'Mill Lane', 'Queen Street'],
    first: ['Amelia', 'Callum', 'Priya', 'Owen', 'Zara', 'Isla'],
    last: ['Hughes', 'Patel', 'Fraser', 'Okoye', 'Bennett', 'Shaw'],
  },
  {
    country: 'US',
    rhythm: { offset: -6, late: 0.5, weekend: 1.2 },
    euro: 1.08,
    currency: 'USD',
    language: 'en-US',
    dial: '+1',
    networks: ['73.5', '98.192', '71.192', '24.0'],
    cities: [
      ['Portland', '97205'],
      ['Austin', '78701'],
      ['Columbus', '43215'],
      ['Denver', '80202'],
      ['Raleigh', '27601'],
    ],
    streets: ['Maple Avenue', 'Oak Street', '3rd Street', 'Lakeview Drive', 'Cedar Lane'],
    first: ['Maya', 'Ethan', 'Sofia', 'Marcus', 'Hailey', 'Diego', 'Grace'],
    last: ['Nguyen', 'Carter', 'Alvarez', 'Reed', 'Brooks', 'Kim', 'Foster'],
  },
]

/** Networks far from every customer, as in bought traffic: Lithuania, Romania, Brazil. */
export const farNetworks = ['78.56', '5.12', '177.32'] as const

export interface Product {
  id: string
  name: string
  category: string
  /** Typical price in major units. */
  price: number
  digital: boolean
}
const line = (id: string, name: string, category: string, price: number, digital = false): Product => ({
  id,
  name,
  category,
  price,
  digital,
})

export const shopProducts: readonly Product[] = [
  line('PH-256', 'Halden X2 phone 256 GB', 'HardwareDevice', 1129),
  line('PH-128', 'Halden X2 phone 128 GB', 'HardwareDevice', 899),
  line('AU-010', 'Orbit earbuds', 'HardwareAccessory', 139),
  line('AU-220', 'Fjord speaker', 'HardwareAccessory', 79),
  line('TR-220', 'Trail running shoe', 'ClothingShoes', 119.9),
  line('SK-004', 'Merino socks', 'ClothingShoes', 13.8),
  line('JK-310', 'Rain jacket', 'ClothingShoes', 159),
  line('TS-001', 'Organic T-shirt', 'ClothingShoes', 24.9),
  line('BG-120', 'Canvas backpack', 'ClothingShoes', 89),
  line('KT-015', 'Kettle, steel', 'HomeGarden', 54.5),
  line('LM-008', 'Desk lamp', 'HomeGarden', 42),
  line('BK-771', 'Cookbook', 'Books', 29),
  line('GC-050', 'Gift card 50', 'GiftCard', 50, true),
  line('GC-100', 'Gift card 100', 'GiftCard', 100, true),
  line('TB-011', 'Tablet 11 inch', 'HardwareDevice', 449),
  line('CH-065', 'Charger 65 W', 'HardwareAccessory', 39.9),
]
export const gameProducts: readonly Product[] = [
  line('GM-101', 'Northwind Saga', 'Game', 59.99, true),
  line('GM-102', 'Deep Orchard', 'Game', 24.99, true),
  line('CR-500', '500 credits', 'GameConsumable', 4.99, true),
  line('CR-2500', '2,500 credits', 'GameConsumable', 19.99, true),
  line('CR-9000', '9,000 credits', 'GameConsumable', 59.99, true),
  line('SB-012', 'Season pass', 'Subscription', 39.99, true),
]
