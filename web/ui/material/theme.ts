import { createTheme } from '@mui/material/styles';

const ink = '#10292F';

/** The look of Material components, with the colors of `styles/global.css`. */
export const theme = createTheme({
  palette: {
    primary: { main: '#0E4B53', dark: '#0A383F', light: '#1C7C86', contrastText: '#FFFFFF' },
    secondary: { main: '#C4421F', dark: '#A83617', light: '#DB6A4A', contrastText: '#FFFFFF' },
    success: { main: '#2F7D4F' },
    error: { main: '#B3261E' },
    background: { default: '#FBF7F0', paper: '#FFFFFF' },
    text: { primary: ink, secondary: '#4A6067' },
    divider: 'rgba(16, 41, 47, 0.1)',
  },
  shape: { borderRadius: 14 },
  typography: {
    fontFamily: 'var(--text-font)',
    button: { textTransform: 'none', fontWeight: 650, fontSize: '1rem' },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiTextField: { defaultProps: { fullWidth: true } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          // As a flex item it would get MUI's z-index of 1 although it is static.
          zIndex: 'auto',
          transform: 'none',
          marginBottom: 6,
          whiteSpace: 'normal',
          fontSize: '0.9375rem',
          fontWeight: 600,
          color: ink,
          '&.Mui-focused': { color: ink },
          '&.Mui-error': { color: ink },
        },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          borderRadius: 12,
          backgroundColor: '#FFFFFF',
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: '#1C7C86' },
          '&.MuiInputBase-multiline': { padding: 0 },
        },
        input: { height: '1.5em', padding: '12px 16px' },
        notchedOutline: {
          borderColor: 'rgba(16, 41, 47, 0.34)',
          legend: { display: 'none' },
          top: 0,
        },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { marginInline: 2, marginTop: 6, fontSize: '0.875rem' } },
    },
    MuiTabs: {
      styleOverrides: {
        root: { minHeight: 52, padding: 4, borderRadius: 999, backgroundColor: '#E6F2EF' },
        list: { position: 'relative' },
        indicator: {
          height: '100%',
          borderRadius: 999,
          backgroundColor: '#FFFFFF',
          boxShadow: '0 1px 4px rgba(16, 41, 47, 0.16)',
        },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          zIndex: 1,
          flex: 1,
          minHeight: 44,
          paddingInline: 'clamp(4px, 4vw - 9px, 16px)',
          borderRadius: 999,
          fontSize: 'min(1rem, 7.5vw)',
          overflowWrap: 'anywhere',
          color: '#4A6067',
          '&.Mui-selected': { color: '#0E4B53' },
          '&.Mui-focusVisible': { outline: '3px solid #1C7C86', outlineOffset: -3 },
        },
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: {
          minWidth: 220,
          marginTop: 8,
          border: '1px solid rgba(16, 41, 47, 0.1)',
          boxShadow: '0 18px 48px rgba(16, 41, 47, 0.16)',
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: { root: { minHeight: 46, fontSize: '1rem', paddingInline: 20 } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 20,
          backgroundColor: '#FFFFFF',
          '@media (max-width: 599px)': {
            margin: 12,
            width: 'calc(100% - 24px)',
            maxHeight: 'calc(100% - 24px)',
          },
        },
      },
    },
    MuiDrawer: {
      styleOverrides: { paper: { borderRadius: 0, backgroundColor: '#FBF7F0' } },
    },
  },
});
