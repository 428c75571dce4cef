import { Icon, Input, Kbd } from '@assay/design-system'
import { Search } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useIntl } from 'react-intl'
import { usePreferences } from '../preferences/index.ts'
import { useHotkeys } from './index.ts'

interface SearchBoxProps {
  /** What is searched: its name, and what stands in it while it is empty. */
  label: string
  value: string
  onChange: (text: string) => void
  /** For a caller that moves the focus to it. */
  box?: RefObject<HTMLInputElement | null>
  size?: 'sm' | 'md'
  className?: string
}

/** The search box of a page. `/` moves the focus to it from everywhere but a field. */
export function SearchBox({ label, value, onChange, box, size = 'sm', className = 'w-full max-w-xs' }: SearchBoxProps) {
  const intl = useIntl()
  const own = useRef<HTMLInputElement>(null)
  const input = box ?? own
  const { shortcutsEnabled } = usePreferences()
  useHotkeys({ id: 'search-box', label: intl.formatMessage({ id: 'Hotkeys.Scope.Page' }) }, [
    {
      id: 'focus',
      keys: '/',
      label: intl.formatMessage({ id: 'Hotkeys.SearchBox' }),
      run: () => input.current?.focus(),
    },
  ])
  return (
    <Input
      ref={input}
      size={size}
      type="search"
      className={className}
      start={<Icon icon={Search} {...(size === 'sm' ? { size: 12 } : {})} />}
      end={shortcutsEnabled ? <Kbd keys="/" /> : undefined}
      value={value}
      aria-label={label}
      placeholder={label}
      onChange={event => onChange(event.target.value)}
      onClear={() => onChange('')}
    />
  )
}
