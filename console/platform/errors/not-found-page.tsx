import { Button, EmptyState, Icon, Input } from '@assay/design-system'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { useCan, useHref } from '../environments/environments.tsx'
import { useRecovery } from '../recovery/use-recovery.ts'
import { defaultSearch, searchParameters } from '../search-url/search-url.ts'

/** No page has this address: back, to the start, or on with what was looked for. */
export function NotFoundPage() {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  useRecovery('not-found', text || null, setText)
  const search = () => {
    const term = text.trim()
    if (term === '') return
    void navigate(
      href(
        '/search',
        searchParameters({
          ...defaultSearch,
          filter: { period: 'all', conditions: [{ column: 'externalId', op: 'contains', value: term }] },
        }),
      ),
    )
  }
  return (
    <EmptyState
      page
      kind="no-results"
      title={<FormattedMessage id="Errors.NoPage.Title" />}
      description={<FormattedMessage id="Errors.NoPage.Description" />}
      actions={
        <div className="flex flex-col items-center gap-3">
          {can('search') ? (
            <form
              role="search"
              className="flex flex-wrap justify-center gap-2"
              onSubmit={event => {
                event.preventDefault()
                search()
              }}
            >
              <Input
                aria-label={intl.formatMessage({ id: 'Errors.NoPage.Search' })}
                type="search"
                dir="auto"
                value={text}
                placeholder={intl.formatMessage({ id: 'Errors.NoPage.Search' })}
                start={<Icon icon={Search} />}
                onChange={event => setText(event.target.value)}
              />
              <Button type="submit">
                <FormattedMessage id="Errors.NoPage.SearchButton" />
              </Button>
            </form>
          ) : null}
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => void navigate(-1)}>
              <FormattedMessage id="Errors.Back" />
            </Button>
            <Button asChild>
              <Link to={href('/')}>
                <FormattedMessage id="Errors.NoPage.Back" />
              </Link>
            </Button>
          </div>
        </div>
      }
    />
  )
}
