import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Copy, Search } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../primitives/button/button.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

interface JsonToolbarProps {
  query: string
  onQueryChange: (query: string) => void
  matchCount: number
  /** Moves to the next match, or to the previous one. */
  onStep: (by: 1 | -1) => void
  onExpandAll: () => void
  onCollapseAll: () => void
  onCopyPath: () => void
  canCopyValue: boolean
  onCopyValue: () => void
}

/** Search in a payload, and the actions on its lines. */
export function JsonToolbar({
  query,
  onQueryChange,
  matchCount,
  onStep,
  onExpandAll,
  onCollapseAll,
  onCopyPath,
  canCopyValue,
  onCopyValue,
}: JsonToolbarProps) {
  const intl = useIntl()
  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-1 border-be border-line-subtle px-3 py-1">
      <div className="relative flex min-w-0 flex-1 basis-[12rem] items-center">
        <Search aria-hidden className="pointer-events-none absolute inset-s-2 size-4 text-fg-muted" />
        <input
          type="search"
          dir="auto"
          value={query}
          aria-label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Search' })}
          placeholder={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Search' })}
          className="h-control-sm w-full min-w-0 rounded-control border border-line-strong bg-surface ps-8 pe-2 text-sm text-fg placeholder:text-fg-muted focus-ring"
          onChange={event => onQueryChange(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onStep(event.shiftKey ? -1 : 1)
          }}
        />
      </div>
      {query.trim() === '' ? null : (
        <>
          <span className="px-1 text-xs text-fg-muted">
            <FormattedMessage id="DesignSystem.JsonViewer.Hits" values={{ count: matchCount }} />
          </span>
          <IconButton
            icon={ChevronUp}
            size="sm"
            label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Previous' })}
            disabled={matchCount === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="sm"
            label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Next' })}
            disabled={matchCount === 0}
            onClick={() => onStep(1)}
          />
        </>
      )}
      <IconButton
        icon={ChevronsUpDown}
        size="sm"
        label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.OpenAll' })}
        onClick={onExpandAll}
      />
      <IconButton
        icon={ChevronsDownUp}
        size="sm"
        label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.CloseAll' })}
        onClick={onCollapseAll}
      />
      <Button variant="ghost" size="sm" onClick={onCopyPath}>
        <FormattedMessage id="DesignSystem.JsonViewer.CopyPath" />
      </Button>
      <Button variant="ghost" size="sm" disabled={!canCopyValue} onClick={onCopyValue}>
        <Copy aria-hidden />
        <FormattedMessage id="DesignSystem.JsonViewer.CopyValue" />
      </Button>
    </div>
  )
}
