import { statusReasons } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { reasonId } from '../../../platform/support-status/reason-id.ts'
import { daysUntil, initialForm, reasonOf, withStatus } from './status-form.ts'

const now = Date.parse('2026-11-21T23:30:00Z')

describe('the form of a list status', () => {
  it('is ready to be submitted: a reason and seven days', () => {
    expect(initialForm('Safe', now, 'UTC')).toEqual({
      status: 'Safe',
      reason: 'Verified customer',
      expires: '2026-11-28',
      comments: '',
    })
  })
  it('changes the usual reason with the status, and keeps one that was chosen', () => {
    const form = initialForm('Safe', now, 'UTC')
    expect(withStatus(form, 'Block').reason).toBe('Suspicious spend')
    expect(withStatus({ ...form, reason: 'Stolen card' }, 'Block').reason).toBe('Stolen card')
  })
  it('counts whole days of the reader’s zone', () => {
    expect(daysUntil('2026-11-28', now, 'UTC')).toBe(7)
    // It is the 22nd there already.
    expect(daysUntil('2026-11-28', now, 'Europe/Copenhagen')).toBe(6)
    expect(daysUntil('2026-11-21', now, 'UTC')).toBe(1)
    expect(daysUntil(null, now, 'UTC')).toBeNull()
  })
  it('takes the first reason on offer where the tenant has no such reason', () => {
    const form = initialForm('Block', now, 'UTC')
    expect(reasonOf(form, ['Ring', 'Suspicious spend'])).toBe('Suspicious spend')
    expect(reasonOf(form, ['Ring', 'Other'])).toBe('Ring')
  })
  it('has a message for every reason, and none for a text of another page', () => {
    expect(statusReasons.map(reasonId)).not.toContain(null)
    expect(reasonId('Terms violation')).toBe('Support.Reason.TermsViolation')
    expect(reasonId('Asked by phone')).toBeNull()
  })
})
