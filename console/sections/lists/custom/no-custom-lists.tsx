import { EmptyState } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** Stands for the table while the environment has no custom list. */
export function NoCustomLists({ write, action }: { write: boolean; action: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 overflow-y-auto">
      <EmptyState
        kind="first-use"
        level={2}
        title={<FormattedMessage id="Lists.Empty.Title" />}
        description={
          <FormattedMessage
            id={write ? 'Lists.Empty.Text' : 'Lists.Empty.ReadOnly'}
            values={{
              code: chunks => (
                <code key="code" dir="ltr" className="inline-block max-w-full font-mono text-xs wrap-anywhere">
                  {chunks}
                </code>
              ),
            }}
          />
        }
        actions={action}
      />
    </div>
  )
}
