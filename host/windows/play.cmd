@echo off
setlocal
rem Builds the demo and plays it, with live editing on. pushd gives a network folder a drive.
pushd "%~dp0demo"
"%~dp0bin\eddie.exe" %*
set code=%errorlevel%
popd
if not %code%==0 if "%~1"=="" pause
exit /b %code%
