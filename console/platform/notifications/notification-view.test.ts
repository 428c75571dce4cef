import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import messages from '../../../locales/en-US.json' with { type: 'json' }
import { notificationText } from './notification-view.tsx'

const intl = createIntl({ locale: 'en-US', messages })
const attackText = (params: Record<string, string>) => notificationText(intl, { event: 'AttackFound', params })

it('a notification of an attack names its kind', () => {
  expect(attackText({ kind: 'cardTesting' })).toBe('Attack found: card testing')
  expect(attackText({ kind: 'credentialStuffing' })).toBe('Attack found: credential stuffing')
  expect(attackText({ kind: 'passwordSpraying' })).toBe('Attack found: password spraying')
})

it('a notification without its parameters still reads', () => {
  expect(attackText({})).toMatch(/^Attack found: \w/)
})
