import { Link } from 'react-router-dom'

const missingMark = '–'

interface NumberLinkProps {
  /** The formatted number; null where nothing was counted. */
  text: string | null
  /** Address of the cases behind it. */
  href: string | undefined
  /** Accessible name of the link, with the number. */
  label: string
}

/** A number in a table that opens the cases behind it. */
export function NumberLink({ text, href, label }: NumberLinkProps) {
  return (
    <span dir="ltr" className="block text-end tabular-nums">
      {text === null ? (
        <span className="text-fg-muted">{missingMark}</span>
      ) : href === undefined ? (
        text
      ) : (
        <Link to={href} aria-label={label} className="rounded-chip text-link focus-ring hover:underline">
          {text}
        </Link>
      )}
    </span>
  )
}
