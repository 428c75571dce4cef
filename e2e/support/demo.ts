/**
 * The demo tenants of every fresh installation. Repeated here on purpose: a change of these ids is a change for
 * clients.
 */
export const harbor = { id: 'a55a0001-0000-4000-8000-000000000001', name: 'Harbor Retail' } as const
export const meridian = { id: 'a55a0001-0000-4000-8000-000000000002', name: 'Meridian Games' } as const

export const environments = {
  harbor: 'a55a0002-0000-4000-8000-000000000001',
  harborEu: 'a55a0002-0000-4000-8000-000000000002',
  harborUs: 'a55a0002-0000-4000-8000-000000000003',
  meridian: 'a55a0002-0000-4000-8000-000000000011',
} as const

export const checkout = { clientId: 'harbor-checkout', secret: 'harbor-checkout-secret' } as const

export const accounts = {
  analyst: 'analyst@harbor.example',
  seniorAnalyst: 'senior-analyst@harbor.example',
  caseManager: 'fraud-manager@harbor.example',
  engineer: 'fraud-engineer@harbor.example',
  admin: 'product-admin@harbor.example',
  support: 'support@harbor.example',
  viewer: 'viewer@harbor.example',
  nobody: 'nobody@harbor.example',
  meridianAdmin: 'product-admin@meridian.example',
} as const
