import { useFormat } from '@assay/design-system'
import type { BoosterField, BoosterInForce, BoosterMessage } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** The words of settings and of the values of a message. */
export function useBoosterTexts() {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  const level = ({ level, holdOut }: Pick<BoosterInForce, 'level' | 'holdOut'>): string =>
    level === 'off' || holdOut === 0
      ? text(`Booster.Level.${level}`)
      : intl.formatMessage({ id: 'Booster.LevelAndHoldOut' }, { level: text(`Booster.Level.${level}`), share: holdOut })
  const placeOf = ({ country, city }: NonNullable<BoosterMessage['location']>): string =>
    format.list(
      [city, country && intl.formatDisplayName(country, { type: 'region', fallback: 'code' })].filter(
        part => part !== undefined && part !== '',
      ) as string[],
    )
  /** A member of a message as text; null: the message does not have it. */
  const value = (message: BoosterMessage, field: BoosterField): string | null => {
    switch (field) {
      case 'assessment':
        return intl.formatMessage(
          { id: 'Booster.Value.Assessment' },
          {
            decision: text(`DesignSystem.Decision.${message.assessment.decision.toLowerCase()}`),
            score: message.assessment.riskScore,
          },
        )
      case 'location':
        return message.location === undefined ? null : placeOf(message.location)
      case 'amount':
        return message.amount === undefined ? null : format.money(message.amount.value, message.amount.currency, 2)
      case 'cardNumber':
        return /^\d+$/.test(message.cardNumber) ? `•••• ${message.cardNumber}` : message.cardNumber
      default:
        return message[field] ?? null
    }
  }
  return { level, value, field: (field: BoosterField) => text(`Booster.Field.${field}`) }
}
