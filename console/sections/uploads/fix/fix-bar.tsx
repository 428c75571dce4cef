import { Button, Callout, Progress } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { Fixes } from './use-fixes.ts'

/** The commands for rows with errors: read them, save them alone, put the fixed ones into the file. */
export function FixBar({ fixes }: { fixes: Fixes }) {
  const { rows, failing, read, size, hasFailed, changed } = fixes
  if (failing === 0) return null
  if (read !== null)
    return (
      <div className="flex items-end gap-3 px-2">
        <Progress
          className="min-w-[12rem] flex-1"
          label={<FormattedMessage id="Upload.Fix.Reading" />}
          value={read}
          max={Math.max(1, size)}
        />
        <Button size="sm" onClick={fixes.cancel}>
          <FormattedMessage id="Common.Cancel" />
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-2 px-2">
      {hasFailed ? (
        <Callout tone="danger" live>
          <FormattedMessage id="Upload.File.unreadable" />
        </Callout>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {rows === null ? (
          <Button size="sm" onClick={() => void fixes.begin()}>
            <FormattedMessage id="Upload.Fix" values={{ count: failing }} />
          </Button>
        ) : (
          <>
            <Button size="sm" disabled={changed === 0} onClick={() => void fixes.apply()}>
              <FormattedMessage id="Upload.Fix.Apply" values={{ count: changed }} />
            </Button>
            <Button size="sm" variant="ghost" onClick={fixes.download}>
              <FormattedMessage id="Upload.Fix.Download" values={{ count: rows.size }} />
            </Button>
          </>
        )}
        <span className="min-w-0 text-xs text-fg-secondary">
          <FormattedMessage id={rows === null ? 'Upload.Fix.Text' : 'Upload.Fix.Apply.Text'} />
        </span>
      </div>
    </div>
  )
}
