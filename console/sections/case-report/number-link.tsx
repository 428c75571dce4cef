import { Link } from 'react-router-dom'

const missingMark = '–'

interface NumberLinkProps {
  /** The formatted number; null where nothing was counted. */
  text: string | null
  /** Address of the cases behind it. */
  href: string | undefined
  /** Accessible name of the link, with the number. */
  label: string
  /** That of its cell in a grid. */
  tabIndex?: number | undefined
}

/** A number in a table that opens the cases behind it. */
export function NumberLink({ text, href, label, tabIndex }: NumberLinkProps) {
  return (
    <span dir="ltr" className="block min-w-0 flex-1 truncate text-end tabular-nums">
      {text === null ? (
        <span className="text-fg-muted">{missingMark}</span>
      ) : href === undefined ? (
        // In its own direction: durations have words.
        <bdi>{text}</bdi>
      ) : (
        <Link
          to={href}
          aria-label={label}
          tabIndex={tabIndex}
          className="rounded-chip text-link focus-ring hover:underline"
        >
          <bdi>{text}</bdi>
        </Link>
      )}
    </span>
  )
}
