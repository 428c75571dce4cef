import { Button, EmptyState } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../environments/environments.tsx'

/** The page of an assessment that the environment does not have. @param back where all of them are */
export function UnknownAssessment({ back }: { back: `/${string}` }) {
  const href = useHref()
  return (
    <EmptyState
      page
      kind="no-results"
      title={<FormattedMessage id="Rules.Custom.Unknown.Title" />}
      description={<FormattedMessage id="Rules.Custom.Unknown.Text" />}
      actions={
        <Button asChild>
          <Link to={href(back)}>
            <FormattedMessage id="Rules.Custom.Unknown.All" />
          </Link>
        </Button>
      }
    />
  )
}
