import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { type Digits, useFormat } from '../../lib/format/index.ts'
import { MissingValue } from '../../lib/missing-value.tsx'
import { moneyWithCurrencyName } from './currency-name.ts'

export interface MoneyProps extends Omit<ComponentProps<'bdi'>, 'children' | 'dir'> {
  /** The amount in units of the currency, not in cents. Nothing is shown as "not provided". */
  amount: number | null | undefined
  /** ISO 4217 code, or the name in the source system. */
  currency: string
  /** Fraction digits; by default two where the amount has any. */
  digits?: Digits
  /** Abbreviates thousands and millions with the words of the language, for tiles. */
  compact?: boolean
  /** The same amount in the currency of settlement. */
  settlement?: { amount: number; currency: string }
}

const inBrackets = (text: string) => `(${text})`

/**
 * An amount with its currency code, never a symbol; bidi-isolated, so that digits line up in right-to-left tables, too.
 */
export function Money({
  amount,
  currency,
  digits = 2,
  compact = false,
  settlement: settled,
  className,
  ...props
}: MoneyProps) {
  const format = useFormat()
  if (amount === null || amount === undefined || Number.isNaN(amount))
    return (
      <bdi data-slot="money" className={className} {...props}>
        <MissingValue />
      </bdi>
    )
  const shown = compact ? format.compactMoney(amount, currency) : format.money(amount, currency, digits)
  // The code is shown, because readers compare it down a column; screen readers read the name.
  const spoken = compact ? undefined : moneyWithCurrencyName(format.locale, amount, currency, digits)
  return (
    <bdi data-slot="money" dir="ltr" className={cn('whitespace-nowrap tabular-nums', className)} {...props}>
      {spoken === undefined ? (
        shown
      ) : (
        <>
          <span aria-hidden>{shown}</span>
          <span className="sr-only select-none">{spoken}</span>
        </>
      )}
      {settled ? (
        <span className="ms-1 text-fg-muted">{inBrackets(format.money(settled.amount, settled.currency, digits))}</span>
      ) : null}
    </bdi>
  )
}
