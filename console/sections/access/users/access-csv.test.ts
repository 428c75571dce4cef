import type { AccessEntry } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { accessCsv } from './access-csv.ts'

it('the exported list names every role by its name in the environment, where it is from, and when it was needed last', () => {
  const entry: AccessEntry = {
    principalId: '0198a000-0000-7000-8000-000000000101',
    kind: 'user',
    name: '=Ann',
    username: 'ann@example.com',
    guest: true,
    source: 'inherited',
    environmentId: '0198a000-0000-7000-8000-000000000103',
    environmentName: 'Harbor',
    roles: [
      {
        role: 'SupportAgent',
        assignedAt: '2026-01-01T10:00:00.000Z',
        assignedBy: 'Olive',
        usedOn: '2026-02-01',
        unused: false,
      },
    ],
    status: 'invited',
    expiresAt: null,
    members: null,
  }
  const [head, row] = accessCsv([entry], 'sandbox').trim().split(/\r?\n/)
  expect(head).toContain('Name,E-mail,Type,Roles,Source,Status,Assigned by,Assigned on,Last used,Principal ID')
  expect(row).toContain('ann@example.com,Guest,Sandbox_SupportAgent,Inherited from Harbor,Invited,Olive')
  expect(row).toContain('2026-02-01')
  // No program takes a name for a formula.
  expect(row).not.toMatch(/^=/)
})
