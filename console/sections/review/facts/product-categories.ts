/** Categories of products that have a name; the list is open, so a shop may send others. */
export const productCategories = [
  'Subscription',
  'Game',
  'GameConsumable',
  'GameDLC',
  'HardwareDevice',
  'HardwareAccessory',
  'SoftwareToken',
  'SoftwareDirectEntitlement',
  'ClothingShoes',
  'RecreationalEquipment',
  'Jewelry',
  'Hotel',
  'Ticket',
  'VehicleRental',
  'GiftCard',
  'Movies',
  'Music',
  'GarageIndustrial',
  'HomeGarden',
  'Tools',
  'Books',
  'HealthBeauty',
  'Furniture',
  'Toys',
  'FoodGrocery',
  'Other',
] as const

/** The name of the category; null when the console has none and shows the value unchanged. */
export function categoryOf(code: string): (typeof productCategories)[number] | null {
  return productCategories.find(category => category === code) ?? null
}
