import { createFormat } from '@assay/design-system'
import type { CustomerStatement, SupportTransaction } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/**
 * The text that a customer may be told, to be read out or pasted: the statements in their order, with nothing but the
 * order's id and date filled in.
 */
export function customerText(
  intl: IntlShape,
  statements: readonly CustomerStatement[],
  { externalId, at }: Pick<SupportTransaction, 'externalId' | 'at'>,
): string {
  const date = createFormat(intl.locale, intl.timeZone ?? 'UTC').date(at)
  return statements
    .map(statement => intl.formatMessage({ id: `Support.Customer.${statement}` }, { order: externalId, date }))
    .join(' ')
}
