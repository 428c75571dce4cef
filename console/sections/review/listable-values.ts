import { type EventDetail, isMaskedText, listLimits, type SupportListId } from '@assay/risk-service/contract'
import type { ListedValue } from '../../platform/support-status/support-entries.ts'
import { objectsAt, textAt } from './request-fields.ts'

/** Values of an event that support lists are about. */
export function listableValuesOf({ row, request }: EventDetail): ListedValue[] {
  const found: { list: SupportListId; value: string | null }[] = [
    { list: 'user', value: row.userId },
    { list: 'email', value: row.email },
    { list: 'device', value: row.deviceId },
    { list: 'ip', value: row.ip },
    ...objectsAt(request, 'paymentInstrumentList').map(instrument => ({
      list: 'payment' as const,
      value: textAt(instrument, 'merchantPaymentInstrumentId'),
    })),
  ]
  return found
    .flatMap(({ list, value }) =>
      value !== null &&
      value.trim() !== '' &&
      value.length <= listLimits.value &&
      !/\p{Cc}/u.test(value) &&
      !isMaskedText(value)
        ? [{ list, value: value.trim() }]
        : [],
    )
    .slice(0, 50)
}
