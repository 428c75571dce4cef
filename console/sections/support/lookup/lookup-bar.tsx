import { Button, type DateRange, DateRangePicker, Icon, Input, Select } from '@assay/design-system'
import { type SupportKey, supportKeys, supportLimits } from '@assay/risk-service/contract'
import { Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { rangePresets } from '../support-address.ts'

interface LookupBarProps {
  text: string
  searchKey: SupportKey | null
  range: DateRange
  box: RefObject<HTMLInputElement | null>
  busy: boolean
  onSearch: (text: string, key: SupportKey | null) => void
  onRangeChange: (range: DateRange) => void
}

const anyKey = 'any'

/** Key, value and dates of one search. `/` moves the focus to the value. */
export function LookupBar({ text, searchKey, range, box, busy, onSearch, onRangeChange }: LookupBarProps) {
  const intl = useIntl()
  const [value, setValue] = useState(text)
  const [key, setKey] = useState<SupportKey | null>(searchKey)
  useHotkeys({ id: 'support-search', label: intl.formatMessage({ id: 'Hotkeys.Scope.Page' }) }, [
    {
      id: 'focus',
      keys: '/',
      label: intl.formatMessage({ id: 'Hotkeys.SearchBox' }),
      run: () => {
        box.current?.focus()
        box.current?.select()
      },
    },
  ])
  return (
    <form
      role="search"
      className="flex flex-wrap items-center gap-2 px-page pbe-3"
      onSubmit={event => {
        event.preventDefault()
        const trimmed = value.trim()
        if (trimmed === '') box.current?.focus()
        else onSearch(trimmed, key)
      }}
    >
      <div className="flex min-w-0 flex-1 basis-full gap-2 md:basis-[24rem]">
        <Select
          className="max-md:h-10 w-auto max-md:max-w-[9rem]"
          aria-label={intl.formatMessage({ id: 'Support.Key' })}
          value={key ?? anyKey}
          onValueChange={next => setKey(supportKeys.find(each => each === next) ?? null)}
          options={[
            { value: anyKey, label: intl.formatMessage({ id: 'Support.Key.any' }) },
            ...supportKeys.map(each => ({ value: each, label: intl.formatMessage({ id: `Support.Key.${each}` }) })),
          ]}
        />
        <Input
          ref={box}
          type="search"
          // Mobile browsers zoom into smaller fields; a customer waits for the first key stroke.
          className="max-md:h-10 min-w-0 flex-1"
          start={<Icon icon={Search} />}
          value={value}
          maxLength={supportLimits.text}
          dir="auto"
          autoComplete="off"
          autoFocus={text === ''}
          spellCheck={false}
          aria-label={intl.formatMessage({ id: 'Support.Search.Label' })}
          placeholder={intl.formatMessage({ id: 'Support.Search.Placeholder' })}
          onChange={event => setValue(event.target.value)}
          onClear={() => setValue('')}
        />
      </div>
      <div className="flex gap-2 max-md:basis-full">
        <DateRangePicker
          className="w-auto max-md:h-10 max-md:flex-1"
          precision="day"
          value={range}
          presets={rangePresets}
          maxDays={400}
          aria-label={intl.formatMessage({ id: 'Support.Dates' })}
          onValueChange={onRangeChange}
        />
        <Button type="submit" className="max-md:h-10 max-sm:min-h-10" loading={busy}>
          <FormattedMessage id="Support.Search" />
        </Button>
      </div>
    </form>
  )
}
