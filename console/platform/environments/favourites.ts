import { useCallback } from 'react'
import { updatePreferences, usePreferencesState } from '../preferences/index.ts'

export interface Favourites {
  /** In the order in which they were chosen. */
  favourites: readonly string[]
  /** The favourites are loaded, or cannot be loaded at the moment. */
  loaded: boolean
  /** The star turns at once; it turns back with a message when it could not be stored. */
  setFavourite: (environmentId: string, favourite: boolean) => void
}

function withFavourite(favourites: readonly string[], environmentId: string, favourite: boolean): string[] {
  const rest = favourites.filter(id => id !== environmentId)
  return favourite ? [...rest, environmentId] : rest
}

/** The environments that a user marked with a star; stored with the user's preferences on the server. */
export function useFavourites(): Favourites {
  const { preferences, available, loaded } = usePreferencesState()
  const setFavourite = useCallback((environmentId: string, favourite: boolean) => {
    void updatePreferences(now => ({
      favouriteEnvironments: withFavourite(now.favouriteEnvironments, environmentId, favourite),
    }))
  }, [])
  return { favourites: preferences.favouriteEnvironments, loaded: available || loaded, setFavourite }
}
