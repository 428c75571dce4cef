import { useIntl } from 'react-intl'
import { Select } from '../../forms/select/select.tsx'
import { useFormat } from '../../lib/format/index.ts'

interface PageSizeProps {
  value: number
  sizes: readonly number[]
  onValueChange: (size: number) => void
}

/** Selects the number of rows per page. */
export function PageSize({ value, sizes, onValueChange }: PageSizeProps) {
  const intl = useIntl()
  const format = useFormat()
  const all = sizes.includes(value) ? sizes : [...sizes, value].sort((a, b) => a - b)
  return (
    <Select
      size="sm"
      className="w-auto"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Pagination.PageSize' })}
      options={all.map(size => ({
        value: String(size),
        label: intl.formatMessage({ id: 'DesignSystem.Pagination.PerPage' }, { size: format.number(size) }),
      }))}
      value={String(value)}
      onValueChange={size => onValueChange(Number(size))}
    />
  )
}
