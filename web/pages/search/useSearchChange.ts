import { useNavigate } from 'react-router-dom';
import { pageSize, searchPath, type SearchState } from './searchUrl.ts';

/** Goes to the search with some of it changed, from its first result on; the page stays in place. */
export function useSearchChange(search: SearchState): (changes: Partial<SearchState>) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate(searchPath({ ...search, count: pageSize, at: null, ...changes }), {
      preventScrollReset: true,
    });
}
