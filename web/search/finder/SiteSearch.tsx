import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchPath } from '../address/searchUrl.ts';
import { rememberSearch } from '../recent/recentSearches.ts';
import FinderSheet from './FinderSheet.tsx';
import { noWish } from '../address/wish.ts';

export default function SiteSearch({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [wish, setWish] = useState(noWish);
  const search = (query: string) => {
    const path = searchPath({ ...wish, query });
    rememberSearch(path);
    void navigate(path);
  };
  return (
    <FinderSheet
      start="where"
      text=""
      wish={wish}
      onWish={setWish}
      onSearch={search}
      onClose={onClose}
    />
  );
}
