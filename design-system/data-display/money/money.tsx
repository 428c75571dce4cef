import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFormat, type Digits } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'

export interface MoneyProps extends Omit<ComponentProps<'bdi'>, 'children' | 'dir'> {
  amount: number | null | undefined
  /** ISO 4217 code, or whatever the source system calls it. */
  currency: string
  digits?: Digits
  /** Thousands and millions as words of the language, for tiles. */
  compact?: boolean
  /** The same amount in the currency of settlement. */
  settled?: { amount: number; currency: string }
}

const inBrackets = (text: string) => `(${text})`

/** An amount with its currency code, never a symbol; an isolate, so that digits line up in right-to-left tables too. */
export function Money({ amount, currency, digits = 2, compact = false, settled, className, ...props }: MoneyProps) {
  const format = useFormat()
  if (amount === null || amount === undefined) return <span className="text-fg-muted">{missingMark}</span>
  return (
    <bdi data-slot="money" dir="ltr" className={cn('whitespace-nowrap tabular-nums', className)} {...props}>
      {compact ? format.compactMoney(amount, currency) : format.money(amount, currency, digits)}
      {settled ? <span className="ms-1 text-fg-muted">{inBrackets(format.money(settled.amount, settled.currency, digits))}</span> : null}
    </bdi>
  )
}
