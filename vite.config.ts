import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import relay from 'vite-plugin-relay';

const apiOrigin = `http://localhost:${process.env['PORT'] ?? '4000'}`;

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  publicDir: false,
  plugins: [react(), relay],
  build: {
    outDir: isSsrBuild ? '../dist/ssr' : '../dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    // One small stylesheet, inlined in the first HTML: no request stands between HTML and paint.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? { input: 'web/entryServer.tsx', output: { entryFileNames: 'entryServer.js' } }
      : { input: 'web/main.tsx' },
  },
  ssr: { noExternal: true },
  server: {
    proxy: { '/graphql': apiOrigin, '/api': apiOrigin, '/pictures': apiOrigin },
  },
}));
