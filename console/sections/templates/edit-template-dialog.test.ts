// @vitest-environment jsdom
import type { Template } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { EditTemplateDialog } from './edit-template-dialog.tsx'

const template: Template = {
  id: '0198a000-0000-7000-8000-000000000020',
  kind: 'environment',
  environmentId,
  environment: 'Harbor',
  inherited: false,
  name: 'Season',
  description: 'First',
  source: 'Harbor',
  version: 1,
  createdBy: 'engineer@example.com',
  createdAt: '2026-01-01T00:00:00Z',
}

let stored: Template
beforeEach(() => {
  stored = template
  stubConsoleApi({
    'environmentTemplates.list': () => ({ templates: [stored], used: 1, limit: 10 }),
    'environmentTemplates.describe': ({ baseVersion, name, description }) => {
      if (baseVersion !== stored.version)
        throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict' } })
      stored = { ...stored, name: String(name), description: String(description), version: stored.version + 1 }
      return stored
    },
  })
})

it('a template that somebody else changed meanwhile is shown beside what was typed, which is kept over it on request', async () => {
  const onClose = vi.fn()
  renderPage(createElement(EditTemplateDialog, { template, onClose, onSaved: vi.fn() }))
  fillField(await screen.findByRole('textbox', { name: 'Description' }), 'Mine')
  stored = { ...stored, description: 'Theirs', version: 2 }
  await pressButton('Save')
  await screen.findByRole('row', { name: 'Description Mine Theirs' })
  expect(onClose).not.toHaveBeenCalled()
  await pressButton('Keep mine')
  await screen.findAllByText('Template Season saved.')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(stored).toMatchObject({ description: 'Mine', version: 3 })
})
